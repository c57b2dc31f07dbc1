import { useEffect } from 'react';

/** Events of the router for a navigation by code, as wouter names them. */
const navigations = ['pushState', 'replaceState'];

/**
 * Scrolls to the fragment of the address once its part is rendered, and at each navigation of the router: the browser
 * looks for a fragment before the page renders, and does not scroll for a router. It does for links inside the page,
 * and restores positions on back and forward.
 */
export function useFragment(isRendered = true): void {
  useEffect(() => {
    if (!isRendered) return;
    const scrollToPart = () => {
      const anchor = location.hash.slice(1);
      if (anchor) document.getElementById(anchor)?.scrollIntoView();
    };
    scrollToPart();
    for (const move of navigations) addEventListener(move, scrollToPart);
    return () => {
      for (const move of navigations) removeEventListener(move, scrollToPart);
    };
  }, [isRendered]);
}
