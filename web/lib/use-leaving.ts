import { type RefObject, useEffect } from 'react';

/** Runs what is pending when the page is hidden, closed or left, and when the component goes. */
export function useFlushOnLeave(pending: RefObject<(() => void) | null>): void {
  useEffect(() => {
    const flush = () => pending.current?.();
    document.addEventListener('visibilitychange', flush);
    addEventListener('pagehide', flush);
    return () => {
      document.removeEventListener('visibilitychange', flush);
      removeEventListener('pagehide', flush);
      flush();
    };
  }, [pending]);
}
