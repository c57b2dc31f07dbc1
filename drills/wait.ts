import { setTimeout as pause } from 'node:timers/promises';

/** One check may take this long: a connection to a machine that is stopped never answers. */
const CHECK_MS = 10_000;
const ANSWER_MS = 60_000;
/** A server stops within ten seconds of its signal; a PostgreSQL under load takes longer. */
export const END_MS = 120_000;

/** Ends with what it waited for, whatever the work does. */
export async function within<T>(what: string, ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what}: not within ${ms / 1000} s.`)), ms);
  });
  // Where the limit comes first, a later failure of the work is of no interest.
  work.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Waits until the check holds; one that fails or hangs counts as "not yet". Returns the seconds it took. */
export async function until(
  what: string,
  patienceMs: number,
  isSo: () => boolean | Promise<boolean>,
  pauseMs = 100,
): Promise<number> {
  const began = performance.now();
  let last = '';
  const check = async () => {
    const left = Math.max(1, patienceMs - (performance.now() - began));
    try {
      return await within(what, Math.min(CHECK_MS, left), (async () => isSo())());
    } catch (error) {
      last = ` The last check: ${(error as Error).message}`;
      return false;
    }
  };
  while (!(await check())) {
    if (performance.now() - began >= patienceMs) {
      throw new Error(`${what}: not within ${patienceMs / 1000} s.${last}`);
    }
    await pause(Math.min(pauseMs, patienceMs));
  }
  return (performance.now() - began) / 1000;
}

/** A request whose end is bounded, its body included. */
export async function request(url: string, init: RequestInit = {}, patienceMs = ANSWER_MS): Promise<Response> {
  try {
    return await fetch(url, { ...init, signal: AbortSignal.timeout(patienceMs) });
  } catch (error) {
    throw new Error(`an answer of ${url}: ${(error as Error).message}`, { cause: error });
  }
}

type Stoppable = { kill(signal: NodeJS.Signals): void; ended: Promise<number | null> };

/** Stops a server and returns its exit code. One that outlives the signal is killed: a drill leaves nothing behind. */
export async function stopServer(
  server: Stoppable,
  signal: NodeJS.Signals = 'SIGTERM',
  patienceMs = END_MS,
): Promise<number | null> {
  server.kill(signal);
  try {
    return await within(`the end of a server after ${signal}`, patienceMs, server.ended);
  } catch (error) {
    server.kill('SIGKILL');
    throw error;
  }
}
