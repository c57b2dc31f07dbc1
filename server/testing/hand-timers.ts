import type { Timers } from '#server/http/timers.ts';

/** Timers that fire only when the test says so. */
export function handTimers() {
  const pending = new Map<symbol, { ms: number; run: () => void }>();
  const timers: Timers = {
    after(ms, run) {
      const id = Symbol(`${ms} ms`);
      pending.set(id, { ms, run });
      return () => void pending.delete(id);
    },
  };
  return {
    timers,
    /** The number of pending timers. */
    pending: () => pending.size,
    /** Fires the timers that are pending now, not those that they start. */
    fire(): number {
      const due = [...pending];
      for (const [id, { run }] of due) {
        // One timer may have cancelled another.
        if (pending.delete(id)) run();
      }
      return due.length;
    },
  };
}
