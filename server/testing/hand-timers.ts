import type { Timers } from '#server/http/timers.ts';

/** Timers that stand still until the test lets their time pass. */
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
    /** How many wait. */
    pending: () => pending.size,
    /** The time of each has passed: of those that wait now, not of those which they start. */
    fire(): number {
      const due = [...pending];
      for (const [id, { run }] of due) {
        // One may have called off another.
        if (pending.delete(id)) run();
      }
      return due.length;
    },
  };
}
