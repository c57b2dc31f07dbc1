/**
 * jsdom computes a style by matching the rules of its whole default sheet against the element and each of its parents,
 * which was a third of the time of the component tests: every query by role asks whether each candidate is shown. The
 * three properties that such questions are about depend on little, as long as no sheet of the page names them. They are
 * answered here, with the values that jsdom gives (quick-style.test.tsx compares). Everything else is answered by jsdom.
 */
type Real = (element: Element) => CSSStyleDeclaration;

const INHERITED = { visibility: 'visible', 'pointer-events': 'auto' } as const;
type Quick = 'display' | keyof typeof INHERITED;

const quickName = (name: string | symbol): Quick | undefined => {
  if (name === 'pointerEvents') return 'pointer-events';
  return name === 'display' || name === 'visibility' || name === 'pointer-events' ? name : undefined;
};

/** Elements whose display jsdom takes from an attribute, a parent or a state. */
const isSpecial = (element: Element) =>
  /^(dialog|summary|embed|noscript)$/.test(element.localName) ||
  element.hasAttribute('hidden') ||
  element.hasAttribute('popover') ||
  (element.localName === 'input' && element.getAttribute('type')?.toLowerCase() === 'hidden');

const GLOBAL_KEYWORD = /^(inherit|initial|unset|revert|revert-layer)$/;

/** What the element's own attribute says; undefined where only jsdom can tell what it means. */
function inlineValue(element: Element, name: Quick): string | undefined {
  if (!element.hasAttribute('style')) return '';
  const value = (element as HTMLElement).style?.getPropertyValue(name) ?? '';
  return GLOBAL_KEYWORD.test(value) ? undefined : value;
}

/** A sheet is looked at again when it has more or fewer rules; no part of the product rewrites a rule in place. */
const NAMED = /display|visibility|pointer-events/;
const known = new WeakMap<CSSStyleSheet, { rules: number; isNamed: boolean }>();

function names(sheet: CSSStyleSheet): boolean {
  const { length } = sheet.cssRules;
  const before = known.get(sheet);
  if (before?.rules === length) return before.isNamed;
  const isNamed = [...sheet.cssRules].some(({ cssText }) => NAMED.test(cssText));
  known.set(sheet, { rules: length, isNamed });
  return isNamed;
}

const isNamedBySheets = (element: Element) => [...element.ownerDocument.styleSheets].some(names);

export function quickStyle(real: Real): Real {
  const defaults = new Map<string, string>();

  /** The display value of an empty element of the same name; cached. */
  const defaultDisplay = ({ namespaceURI, localName, ownerDocument }: Element): string => {
    const key = `${namespaceURI} ${localName}`;
    const before = defaults.get(key);
    if (before !== undefined) return before;
    const value = real(ownerDocument.createElementNS(namespaceURI, localName)).display;
    defaults.set(key, value);
    return value;
  };

  const displayOf = (element: Element): string | undefined => {
    if (isSpecial(element)) return undefined;
    const own = inlineValue(element, 'display');
    return own === '' ? defaultDisplay(element) : own;
  };

  const inheritedOf = (element: Element, name: keyof typeof INHERITED): string | undefined => {
    for (let at: Element | null = element; at; at = at.parentElement) {
      // A hidden part of a table is collapsed.
      if (at.hasAttribute('hidden')) return undefined;
      const own = inlineValue(at, name);
      if (own !== '') return own;
    }
    return INHERITED[name];
  };

  const quickValue = (element: Element, name: Quick): string | undefined => {
    if (isNamedBySheets(element)) return undefined;
    return name === 'display' ? displayOf(element) : inheritedOf(element, name);
  };

  const currentValue = (element: Element, name: Quick): string =>
    quickValue(element, name) ?? real(element).getPropertyValue(name);

  return (element) =>
    new Proxy({} as CSSStyleDeclaration, {
      get(_, name) {
        const quick = quickName(name);
        if (quick) return currentValue(element, quick);
        if (name === 'getPropertyValue')
          return (asked: string) => {
            const property = quickName(asked);
            return property ? currentValue(element, property) : real(element).getPropertyValue(asked);
          };
        const style = real(element);
        const value: unknown = Reflect.get(style, name);
        return typeof value === 'function' ? value.bind(style) : value;
      },
    });
}

/** For the global and for the document's own window, which are not the same object in the test environment. */
export function answerStylesQuickly(): void {
  for (const holder of [globalThis, document.defaultView]) {
    if (!holder) continue;
    const real = holder.getComputedStyle.bind(holder);
    const quick = quickStyle(real);
    holder.getComputedStyle = (element, pseudo) => (pseudo ? real(element, pseudo) : quick(element));
  }
}
