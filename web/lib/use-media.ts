import { useSyncExternalStore } from 'react';

/**
 * Whether a media query matches, for rendering one of two structures. Null until hydration is over, when the width is
 * not known: then render both and show one of them by CSS, so that a control that is pressed in the document stays.
 */
export function useMedia(query: string): boolean | null {
  return useSyncExternalStore(
    (changed) => {
      const list = matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    () => matchMedia(query).matches,
    () => null,
  );
}
