import { type FocusEvent, useLayoutEffect, useRef } from 'react';

/**
 * Props of a region whose controls go away once their action is done. The region takes the focus then: the keyboard goes
 * on from there and not from the top of the page.
 */
export function useKeptFocus<Region extends HTMLElement>() {
  const region = useRef<Region>(null);
  const focused = useRef<Element | null>(null);
  // After every change of what the region shows.
  useLayoutEffect(() => {
    if (!focused.current || focused.current.isConnected) return;
    focused.current = null;
    if (document.activeElement === document.body) region.current?.focus();
  });
  const onFocus = ({ target }: FocusEvent<Region>) => {
    focused.current = target;
  };
  return { ref: region, tabIndex: -1, onFocus } as const;
}
