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

/** The browser asks before the document is left with something unsaved, unless that was settled a moment ago. */
export function useLeaveWarning(isDirty: boolean, isSettled?: RefObject<boolean>): void {
  useEffect(() => {
    if (!isDirty) return;
    const ask = (event: BeforeUnloadEvent) => {
      if (!isSettled?.current) event.preventDefault();
    };
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isDirty, isSettled]);
}
