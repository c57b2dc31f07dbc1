import type { ExtraTime } from '#contract/exams/exam-time.ts';
import { MINUTE_MS } from '#contract/time.ts';
import type { Tx } from '#server/db/handle.ts';
import {
  extendedTimes,
  type GivenBreaks,
  givenBreaks,
  type PlainTimes,
} from '#server/features/exams/exam-time/rights/personal-time.ts';
import { overdueBefore } from '../grading/deadline.ts';
import { settleResults } from '../windows/window-results.service.ts';
import { type ExtendableRow, lockExtendable, saveAttemptTimes, saveDeadline } from './attempt-times.store.ts';
import { asConduct, totalMinutes } from './conduct.ts';

/** `breaksBefore`: those of the right that it replaces, which the open attempts have had. */
type Right = ExtraTime & { breaksBefore: number } & { breaks: number; breakMinutes: number; largePrint: boolean };

/** A right that is granted during an exam holds for it at once. No attempt loses time by a smaller right. */
export async function extendOpenAttempts(tx: Tx, userId: string, right: Right, now: Date): Promise<void> {
  const quizIds = new Set<number>();
  for (const row of await lockExtendable(tx, userId, overdueBefore(now))) {
    const plainMs = plainMsOf(row, now);
    const open = { ...row, breakMs: row.breakSeconds * 1000, extraPercent: row.extraPercent ?? 0 };
    const { extraPercent, ...times } = extendedTimes(open, plainTimes(row, plainMs), right, now);
    await saveDeadline(tx, row.id, times);
    await saveAttemptTimes(tx, row.id, {
      plainSeconds: Math.round(plainMs / 1000),
      extraPercent,
      extraMinutes: right.minutes,
      ...givenBreaks(breaksBefore(row, right), right),
      largePrint: right.largePrint,
    });
    if (row.isInWindow) quizIds.add(row.quizId);
  }
  for (const quizId of quizIds) await settleResults(tx, quizId);
}

/** The breaks of the attempt so far. The version before did not store how many it was given. */
const breaksBefore = (row: ExtendableRow, { breaksBefore: ofRight }: Right): GivenBreaks | null =>
  row.breaksLeft === null
    ? null
    : {
        breaksLeft: row.breaksLeft,
        breaksGiven: row.breaksGiven ?? Math.max(row.breaksLeft, ofRight),
        breakMinutes: row.breakMinutes ?? 0,
      };

/** What everybody would have. An attempt without a right has no other deadline, unless its notebook was left early. */
function plainMsOf(row: ExtendableRow, now: Date): number {
  if (row.plainSeconds !== null) return row.plainSeconds * 1000;
  const total = totalMinutes(row);
  const start = row.startedAt.getTime();
  if (total === null || !row.notebookUntil || row.notebookUntil > now) return row.deadline.getTime() - start;
  const isShortened = row.isInWindow && row.lateStart === 'shortens' && row.closesAt !== null;
  return Math.min(total * MINUTE_MS, isShortened ? Number(row.closesAt) - start : Number.POSITIVE_INFINITY);
}

function plainTimes(row: ExtendableRow, plainMs: number): PlainTimes {
  const total = totalMinutes(row);
  const sheet = asConduct(row.conduct).sheet;
  const deadline = new Date(row.startedAt.getTime() + plainMs);
  const isAtClose = row.isInWindow && row.closesAt?.getTime() === deadline.getTime();
  return {
    startedAt: row.startedAt,
    deadline,
    limitMs: total === null ? null : total * MINUTE_MS,
    sheetMs: sheet && sheet.minutes * MINUTE_MS,
    isClocked: total !== null || isAtClose,
  };
}
