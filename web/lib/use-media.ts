import { useSyncExternalStore } from 'react';

/** Whether a media query holds, kept up to date. For what CSS alone cannot do: showing one of two structures. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    () => matchMedia(query).matches,
    // The server knows no width; phones are the many.
    () => false,
  );
}
