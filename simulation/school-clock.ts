import { HOUR_MS } from '#contract/time.ts';

/** Brazil has had no summer time since 2019: the school's zone is three hours behind UTC. */
const OFFSET_MS = -3 * HOUR_MS;

/** Hour and minute in the school's time zone, and its calendar day. */
export function clockIn(moment: Date): { day: string; hour: number; minute: number } {
  const local = new Date(moment.getTime() + OFFSET_MS);
  return { day: local.toISOString().slice(0, 10), hour: local.getUTCHours(), minute: local.getUTCMinutes() };
}

/** The virtual clock: only the simulator moves it, and never backwards. */
export function virtualClock(start: Date) {
  let now = start.getTime();
  return {
    now: () => new Date(now),
    moveTo(moment: Date | number) {
      now = Math.max(now, Number(moment));
    },
  };
}

export type VirtualClock = ReturnType<typeof virtualClock>;
