import { startTransition, useEffect, useState } from 'react';

/** So many rows fill a tall window; what is below comes between two frames. */
const STEP = 60;

/**
 * How many rows of a long list to draw now: the first at once, the rest step by step, so that no tap waits for a
 * thousand of them. The server draws the first.
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
