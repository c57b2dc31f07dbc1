const FIRST_PAUSE_MS = 2000;
const LAST_PAUSE_MS = 60_000;

/** Retries work until it is done, with growing pauses; `now` tries at once. */
export function untilDone(isDone: () => Promise<boolean>): { now(): void; stop(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let state: 'idle' | 'trying' | 'stopped' = 'idle';

  const run = async () => {
    if (state !== 'idle') return;
    clearTimeout(timer);
    state = 'trying';
    // A failure is expected here: the next try follows.
    const done = await isDone().catch(() => false);
    if (state !== 'trying') return;
    state = 'idle';
    if (done) failures = 0;
    else timer = setTimeout(run, Math.min(LAST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures++));
  };

  return {
    now: () => void run(),
    stop: () => {
      state = 'stopped';
      clearTimeout(timer);
    },
  };
}
