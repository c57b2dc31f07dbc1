/** Where the browser has no locks, work of this page waits here. */
const queues = new Map<string, Promise<void>>();

const browserLocks = (): LockManager | undefined => Reflect.get(navigator, 'locks');

function enqueue<T>(name: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  const run = (queues.get(name) ?? Promise.resolve()).then(() => {
    signal?.throwIfAborted();
    return work();
  });
  const end = () => {
    if (queues.get(name) === ended) queues.delete(name);
  };
  const ended = run.then(end, end);
  queues.set(name, ended);
  return run;
}

/**
 * Runs work while no other tab and no worker runs work under the same name. A browser without locks serialises only the
 * work of this page. The signal ends the wait, not the work.
 */
export async function withLock<T>(name: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  const locks = browserLocks();
  return locks ? await locks.request(name, signal ? { signal } : {}, work) : enqueue(name, work, signal);
}

/** Runs work only if the lock is free now; null: it is not. */
export async function withFreeLock<T>(name: string, work: () => Promise<T>): Promise<T | null> {
  const locks = browserLocks();
  if (!locks) return queues.has(name) ? null : enqueue(name, work);
  return await locks.request(name, { ifAvailable: true }, async (lock) => (lock ? work() : null));
}
