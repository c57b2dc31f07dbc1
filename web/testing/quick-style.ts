/**
 * jsdom computes a style by matching all rules of its default stylesheet against the element and each of its parents,
 * which was a third of the time of the component tests: every query by role checks whether each candidate is visible.
 * The three properties of such checks depend on little, while no stylesheet of the page names them. They are computed
 * here, with the values of jsdom (quick-style.test.tsx compares). jsdom computes everything else.
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

/** The value of the element's style attribute; undefined when only jsdom can interpret it. */
function inlineValue(element: Element, name: Quick): string | undefined {
  if (!element.hasAttribute('style')) return '';
  const value = (element as HTMLElement).style?.getPropertyValue(name) ?? '';
  return GLOBAL_KEYWORD.test(value) ? undefined : value;
}

/** A stylesheet is read again when its number of rules changes; the product never rewrites a rule in place. */
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

/** For the global and for the window of the document, which are different objects in the test environment. */
export function answerStylesQuickly(): void {
  for (const holder of [globalThis, document.defaultView]) {
    if (!holder) continue;
    const real = holder.getComputedStyle.bind(holder);
    const quick = quickStyle(real);
    holder.getComputedStyle = (element, pseudo) => (pseudo ? real(element, pseudo) : quick(element));
  }
}
