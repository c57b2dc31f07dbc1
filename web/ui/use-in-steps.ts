import { startTransition, useEffect, useState } from 'react';

/** This many rows fill a tall window; the others render between two frames. */
const STEP = 60;

/**
 * How many rows of a long list to render now: the first at once, the others in steps, so that no tap waits for a
 * thousand rows. The server renders the first step.
 */
export function useInSteps(total: number): number {
  const [count, setCount] = useState(STEP);
  useEffect(() => {
    if (count >= total) return;
    const timer = setTimeout(() => startTransition(() => setCount((before) => before + STEP)));
    return () => clearTimeout(timer);
  }, [count, total]);
  return Math.min(count, total);
}
