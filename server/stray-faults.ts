import type { Log } from './log.ts';

/** How many there were since the start; told by /metrics. */
export const strayFaults = { exception: 0, rejection: 0 };

/**
 * From here on a fault that nobody caught is written down and counted, and the process goes on: it serves others, and
 * whoever finds a way to such a fault could end it again and again. What lasts is in the database, in transactions;
 * what a fault leaves half done in memory belongs to one request. What does end a process: docs/decisions/090.
 */
export function outliveStrayFaults(log: Log): () => void {
  const onException = (error: unknown, origin: NodeJS.UncaughtExceptionOrigin) => {
    strayFaults[origin === 'unhandledRejection' ? 'rejection' : 'exception'] += 1;
    log.fatal({ err: asError(error), origin }, 'a fault that nobody caught; the process goes on');
  };
  // Node hands rejections that nobody awaits to the same event.
  process.on('uncaughtException', onException);
  return () => void process.off('uncaughtException', onException);
}

const asError = (thrown: unknown) => (thrown instanceof Error ? thrown : new Error(`Thrown: ${typeof thrown}`));
