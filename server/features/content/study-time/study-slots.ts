import { DAY_MS, HOUR_MS } from '#contract/time.ts';
import { dayOf, secondOfDay } from '#server/time/calendar.ts';

/** A day is cut into slots; time is kept as the set of slots in which something was studied. */
export const SLOT_SECONDS = 20;
export const SLOTS_PER_DAY = DAY_MS / 1000 / SLOT_SECONDS;
/** The most study time of a day: what an unattended device reports beyond it is not counted. */
export const DAY_MAX_SLOTS = (16 * HOUR_MS) / 1000 / SLOT_SECONDS;

/** A report covers at most this much, however much it claims: the screen reports every 20 seconds. */
export const REPORT_MAX_SECONDS = 120;
/** Between two signs of life in a simulado at most this much counts. */
export const QUIZ_PAUSE_MAX_SECONDS = 600;

export type Span = { from: Date; until: Date };

/** The period that a report of active reading covers: it ends now and is never longer than the limit. */
export function readingSpan(claimedSeconds: number, now: Date): Span {
  const seconds = Math.min(Math.max(0, claimedSeconds), REPORT_MAX_SECONDS);
  return { from: new Date(now.getTime() - seconds * 1000), until: now };
}

type AttemptTimes = { startedAt: Date; answeredAt: readonly Date[]; finishedAt: Date | null };

/**
 * Quiz time, from the moments the server saw: start, last answer to each question, and the end if the student
 * ended it. A long pause counts as ten minutes, so that an attempt left open adds no hours.
 */
export function attemptSpans({ startedAt, answeredAt, finishedAt }: AttemptTimes): Span[] {
  const moments = [startedAt, ...answeredAt, ...(finishedAt ? [finishedAt] : [])]
    .map((moment) => moment.getTime())
    .filter((moment) => moment >= startedAt.getTime())
    .sort((a, b) => a - b);
  return moments.slice(1).flatMap((moment, index) => {
    const before = moments[index] ?? moment;
    const until = Math.min(moment, before + QUIZ_PAUSE_MAX_SECONDS * 1000);
    return until > before ? [{ from: new Date(before), until: new Date(until) }] : [];
  });
}

export type DaySlots = Map<string, Set<number>>;

/**
 * The slots whose middle lies in one of the spans, day by day. By the middle, short stretches are rounded as often
 * up as down; as sets, stretches that overlap are counted once.
 */
export function slotsOf(spans: readonly Span[]): DaySlots {
  const days: DaySlots = new Map();
  const slotMs = SLOT_SECONDS * 1000;
  // Asking the calendar is slow, and a day never begins in the middle of an hour.
  const hours = new Map<number, { day: string; second: number }>();
  const hourOf = (number: number) => {
    const known = hours.get(number);
    if (known) return known;
    const moment = new Date(number * HOUR_MS);
    const found = { day: dayOf(moment), second: secondOfDay(moment) };
    hours.set(number, found);
    return found;
  };
  for (const { from, until } of spans) {
    // São Paulo is whole minutes away from UTC, so slots begin at the same moments in both.
    const first = Math.ceil(from.getTime() / slotMs - 0.5) * slotMs;
    for (let start = first; start + slotMs / 2 < until.getTime(); start += slotMs) {
      const { day, second } = hourOf(Math.floor(start / HOUR_MS));
      const slots = days.get(day) ?? new Set();
      slots.add(Math.floor((second + (start % HOUR_MS) / 1000) / SLOT_SECONDS));
      days.set(day, slots);
    }
  }
  return days;
}

/** As PostgreSQL writes a bit string. */
export function maskOf(slots: ReadonlySet<number>): string {
  const signs = Buffer.alloc(SLOTS_PER_DAY, '0');
  for (const slot of slots) signs.write('1', slot);
  return signs.toString('latin1');
}
