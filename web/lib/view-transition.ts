import { flushSync } from 'react-dom';

/**
 * Changes the page with a short cross-fade where the browser supports it and the person accepts motion, otherwise at
 * once. For changes to an absolute target: a second one before the first has rendered must not count from the old
 * position.
 */
export function withTransition(change: () => void): void {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (isStill || typeof document.startViewTransition !== 'function') {
    change();
    return;
  }
  const transition = document.startViewTransition(() => flushSync(change));
  // A transition that the next one interrupts is skipped: its change has happened all the same.
  transition.ready.catch(() => undefined);
}
