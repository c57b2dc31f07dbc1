import { type ExtraTime, extendedMs } from '#contract/exams/exam-time.ts';
import { MINUTE_MS } from '#contract/time.ts';

/** The times of an attempt as everybody has them. */
export type PlainTimes = {
  startedAt: Date;
  /** When it ends: the limit from the start, or the end of the window where that is earlier. */
  deadline: Date;
  /** The limit of the exam with its answer card; null: only the window ends it, if anything does. */
  limitMs: number | null;
  /** The part of the limit that belongs to the answer card; null: there is none. */
  sheetMs: number | null;
  /** False: no limit and no window. The deadline then only keeps an attempt from staying open for ever. */
  isClocked: boolean;
};

export type PersonalTimes = { deadline: Date; notebookUntil: Date | null };

const at = (from: Date, ms: number) => new Date(from.getTime() + ms);

/** The minutes of the answer card. Extra minutes go to the notebook; a share goes to both. */
export const personalSheetMs = (sheetMs: number, extra: ExtraTime): number =>
  extendedMs(sheetMs, sheetMs, { percent: extra.percent, minutes: 0 });

const plainMsOf = ({ startedAt, deadline }: PlainTimes): number => deadline.getTime() - startedAt.getTime();

/**
 * The one place where the deadline of a person is computed. Without extra time it is everybody's. The notebook closes
 * early enough to leave the full time for the answer card, but not before the start.
 */
export function personalTimes(plain: PlainTimes, extra: ExtraTime | null): PersonalTimes {
  const { startedAt, limitMs, sheetMs } = plain;
  const plainMs = plainMsOf(plain);
  const own = extra && plain.isClocked ? extra : { percent: 0, minutes: 0 };
  const deadline = at(startedAt, extendedMs(plainMs, limitMs ?? plainMs, own));
  const notebookUntil =
    sheetMs === null
      ? null
      : new Date(Math.max(startedAt.getTime(), deadline.getTime() - personalSheetMs(sheetMs, own)));
  return { deadline, notebookUntil };
}

/** The times of an open attempt. `extraPercent` is the share that its answer card has. */
export type OpenTimes = PersonalTimes & { breakMs: number; extraPercent: number };

/**
 * The times of an open attempt when a right is granted during it. No attempt loses time by a smaller right, and its breaks
 * stay. Once the notebook is closed, a larger share extends the answer card, whenever it began.
 */
export function extendedTimes(
  open: OpenTimes,
  plain: PlainTimes,
  right: ExtraTime,
  now: Date,
): PersonalTimes & Pick<OpenTimes, 'extraPercent'> {
  const extraPercent = Math.max(right.percent, open.extraPercent);
  const after = isNotebookClosed(open, now)
    ? { deadline: at(open.deadline, cardGainMs(open, plain, extraPercent)), notebookUntil: open.notebookUntil }
    : extendedNotebook(open, plain, right, extraPercent);
  if (after.deadline.getTime() > open.deadline.getTime()) return { ...after, extraPercent };
  return { deadline: open.deadline, notebookUntil: open.notebookUntil, extraPercent: open.extraPercent };
}

const isNotebookClosed = ({ notebookUntil }: PersonalTimes, now: Date): boolean =>
  notebookUntil !== null && notebookUntil.getTime() <= now.getTime();

/** A late start may have left less than the whole answer card to everybody. */
function cardGainMs({ extraPercent }: OpenTimes, plain: PlainTimes, percent: number): number {
  const cardMs = Math.min(plain.sheetMs ?? 0, plainMsOf(plain));
  const cardOf = (share: number) => personalSheetMs(cardMs, { percent: share, minutes: 0 });
  return cardOf(percent) - cardOf(extraPercent);
}

/** The notebook never closes earlier than before. */
function extendedNotebook(open: OpenTimes, plain: PlainTimes, right: ExtraTime, percent: number): PersonalTimes {
  const deadline = at(personalTimes(plain, right).deadline, open.breakMs);
  if (plain.sheetMs === null || open.notebookUntil === null) return { deadline, notebookUntil: open.notebookUntil };
  const cardFrom = at(deadline, -personalSheetMs(plain.sheetMs, { percent, minutes: 0 }));
  return { deadline, notebookUntil: new Date(Math.max(open.notebookUntil.getTime(), cardFrom.getTime())) };
}

/** An attempt whose clock may be stopped. `breakMs` is the sum of its breaks, a running one with its full length. */
export type Breakable = PersonalTimes & {
  breaksLeft: number;
  breakMinutes: number;
  breakMs: number;
  pausedAt: Date | null;
  pausedUntil: Date | null;
};

export const isPaused = ({ pausedUntil }: Pick<Breakable, 'pausedUntil'>, now: Date): boolean =>
  pausedUntil !== null && now.getTime() < pausedUntil.getTime();

/** Moves what still lies ahead. A notebook that is closed stays closed. */
const shift = (times: PersonalTimes, from: Date, ms: number): PersonalTimes => ({
  deadline: at(times.deadline, ms),
  notebookUntil:
    times.notebookUntil && times.notebookUntil.getTime() > from.getTime()
      ? at(times.notebookUntil, ms)
      : times.notebookUntil,
});

/**
 * Stops the clock: the deadline moves by the whole break at once, so a break that is not ended is over by itself. Null:
 * no break is left, or the time is over. During a break nothing changes.
 */
export function beginBreak<A extends Breakable>(attempt: A, now: Date): A | null {
  if (isPaused(attempt, now)) return attempt;
  if (attempt.breaksLeft === 0 || now.getTime() >= attempt.deadline.getTime()) return null;
  const ms = attempt.breakMinutes * MINUTE_MS;
  return {
    ...attempt,
    ...shift(attempt, now, ms),
    breaksLeft: attempt.breaksLeft - 1,
    breakMs: attempt.breakMs + ms,
    pausedAt: now,
    pausedUntil: at(now, ms),
  };
}

/** The clock runs again: what is left of the break is not given as time. Without a break nothing changes. */
export function endBreak<A extends Breakable>(attempt: A, now: Date): A {
  const { pausedAt, pausedUntil } = attempt;
  if (!pausedAt || !pausedUntil || !isPaused(attempt, now)) return attempt;
  const unused = pausedUntil.getTime() - Math.max(now.getTime(), pausedAt.getTime());
  return { ...attempt, ...shift(attempt, pausedAt, -unused), breakMs: attempt.breakMs - unused, pausedUntil: now };
}

/** Breaks of one exam. `breaksGiven` is the most that it was ever given. */
export type GivenBreaks = { breaksLeft: number; breaksGiven: number; breakMinutes: number };

/**
 * The breaks of an open exam when a right is saved during it. They are given once: a second save renews none, and a
 * larger right adds the difference.
 */
export function givenBreaks(before: GivenBreaks | null, right: { breaks: number; breakMinutes: number }): GivenBreaks {
  const { breaksLeft, breaksGiven, breakMinutes } = before ?? { breaksLeft: 0, breaksGiven: 0, breakMinutes: 0 };
  return {
    breaksLeft: breaksLeft + Math.max(0, right.breaks - breaksGiven),
    breaksGiven: Math.max(right.breaks, breaksGiven),
    breakMinutes: Math.max(right.breakMinutes, breakMinutes),
  };
}

/** Seconds for results and rankings: without breaks, and never more than everybody had, so that nothing shows the right. */
export const shownSeconds = (elapsed: number, times: { plainSeconds: number; breakSeconds: number } | null): number =>
  times ? Math.max(0, Math.min(elapsed - times.breakSeconds, times.plainSeconds)) : elapsed;
