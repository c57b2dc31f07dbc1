import type { Log } from './log.ts';

/** Counts since the start; exported by /metrics. */
export const strayFaults = { exception: 0, rejection: 0 };

/**
 * From here on an uncaught fault is logged and counted, and the process goes on: it serves others, and a client that
 * can trigger such a fault could otherwise end it again and again. Durable state is in the database, in transactions; a
 * fault leaves only memory of one request half done. What does end a process: docs/decisions/090.
 */
export function outliveStrayFaults(log: Log, onFault: () => void = () => undefined): () => void {
  const onException = (error: unknown, origin: NodeJS.UncaughtExceptionOrigin) => {
    strayFaults[origin === 'unhandledRejection' ? 'rejection' : 'exception'] += 1;
    log.fatal({ err: asError(error), origin }, 'a fault that nobody caught; the process goes on');
    onFault();
  };
  // Node reports unhandled rejections through the same event.
  process.on('uncaughtException', onException);
  return () => void process.off('uncaughtException', onException);
}

const asError = (thrown: unknown) => (thrown instanceof Error ? thrown : new Error(`Thrown: ${typeof thrown}`));
