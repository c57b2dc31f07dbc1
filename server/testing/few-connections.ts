import type pg from 'pg';
import type { Deps } from '#server/deps.ts';

/** Enough for most tests, whose requests follow each other. */
const FEW = 3;
const LOOK_MS = 20;

/** `_pulseQueue` is not in the types: it gives a connection to the first statement that waits. */
type Pool = pg.Pool & { _pulseQueue(): void };

/**
 * Keeps the pool of a test's app small until statements wait for a connection at two looks in a row: then it has its
 * whole size for as long as the app lives. Every connection begins with empty caches and plans all statements again,
 * which is up to a third of the processor time of an API file. Returns how to stop looking.
 */
export function beginWithFewConnections(given: Deps['pool']): () => void {
  const pool = given as unknown as Pool;
  const most = pool.options.max;
  pool.options.max = Math.min(FEW, most);
  let looksWithWaiting = 0;
  const timer = setInterval(() => {
    looksWithWaiting = pool.waitingCount > 0 ? looksWithWaiting + 1 : 0;
    if (looksWithWaiting < 2) return;
    clearInterval(timer);
    pool.options.max = most;
    for (let waiting = pool.waitingCount; waiting > 0; waiting -= 1) pool._pulseQueue();
  }, LOOK_MS);
  timer.unref();
  return () => clearInterval(timer);
}
