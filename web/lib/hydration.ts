import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { renderedAt } from './render-context.ts';

const never = () => () => undefined;

/**
 * False on the server and while React hydrates the server's HTML, true from then on, and at once where the browser
 * renders by itself. What depends on the browser (storage, clock, features, size) is rendered as the server did until
 * this is true: otherwise React finds a mismatch and renders the screen again, and its nodes are lost.
 * The component that calls it renders twice, with everything that it renders itself: call it in a small one.
 */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

const nodesOfDocument = new WeakSet<Element>();

/** Call before hydration: registers the fields of the server's HTML, which the user may have changed already. */
export function noteFields(root: Element): void {
  for (const field of root.querySelectorAll('input, textarea, select')) {
    nodesOfDocument.add(field);
    if (field instanceof HTMLTextAreaElement) keepTypedText(field);
  }
}

/**
 * When React hydrates a text area, it writes the default value and then the value again: the selection is dropped, and
 * the typed text is lost (inputs are not affected). Each of the two writes is skipped once when it changes nothing.
 */
function keepTypedText(area: HTMLTextAreaElement): void {
  const { get } = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value') ?? {};
  const skipNextValue = () =>
    Object.defineProperty(area, 'value', {
      configurable: true,
      get: () => get?.call(area),
      set: () => Reflect.deleteProperty(area, 'value'),
    });
  Object.defineProperty(area, 'defaultValue', {
    configurable: true,
    get: () => area.textContent,
    set: (text: string) => {
      Reflect.deleteProperty(area, 'defaultValue');
      if (text.replaceAll('\r\n', '\n') !== area.textContent) area.defaultValue = text;
      else if (text !== '' && text === area.textContent) skipNextValue();
    },
  });
}

/** Whether the server rendered the element: known without another render, which `useHydrated` needs. */
export const isOfDocument = (node: Element): boolean => nodesOfDocument.has(node);

/** The current time for rendering: the time of the document during hydration. */
export function useNow(): Date {
  return useHydrated() ? new Date() : new Date(renderedAt());
}

/** Children that only the browser renders. */
export const AfterHydration = ({ children }: { children: ReactNode }) => useHydrated() && children;

/** A state whose first value depends on browser storage or features; `onServer` until hydration is over. */
export function useBrowserState<T>(read: () => T, onServer: T): [T, (next: T) => void] {
  const isHydrated = useHydrated();
  const [state, setState] = useState<{ value: T } | null>(() => (isHydrated ? { value: read() } : null));
  if (isHydrated && !state) {
    const known = { value: read() };
    setState(known);
    return [known.value, (value) => setState({ value })];
  }
  return [state ? state.value : onServer, (value) => setState({ value })];
}
