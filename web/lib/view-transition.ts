import { flushSync } from 'react-dom';

/**
 * Changes the page with a short cross-fade where the browser has one and the person wants motion, else at once. For
 * changes that name where they lead to: a second one before the first has drawn must not count from the old place.
 */
export function withTransition(change: () => void): void {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (isStill || typeof document.startViewTransition !== 'function') {
    change();
    return;
  }
  const transition = document.startViewTransition(() => flushSync(change));
  // One that the next overtakes is skipped: its change has happened all the same.
  transition.ready.catch(() => undefined);
}
