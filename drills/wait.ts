import { setTimeout as pause } from 'node:timers/promises';

/** One check may take this long: a connection to a machine that is stopped never answers. */
const CHECK_MS = 10_000;

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
