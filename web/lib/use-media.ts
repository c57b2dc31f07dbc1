import { useSyncExternalStore } from 'react';

/** Whether a media query matches, updated live. For what CSS alone cannot do: rendering one of two structures. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    () => matchMedia(query).matches,
    // The server knows no width; most devices are phones.
    () => false,
  );
}
