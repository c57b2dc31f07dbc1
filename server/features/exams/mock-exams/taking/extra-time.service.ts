import type { ExtraTime } from '#contract/exams/exam-time.ts';
import { MINUTE_MS } from '#contract/time.ts';
import type { Tx } from '#server/db/handle.ts';
import {
  type GivenBreaks,
  givenBreaks,
  personalSheetMs,
  personalTimes,
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
    const plainMs = plainMsOf(row);
    await saveDeadline(tx, row.id, later(row, extendedTimes(row, plainMs, right, now)));
    await saveAttemptTimes(tx, row.id, {
      plainSeconds: Math.round(plainMs / 1000),
      // Also the share of the answer card: a smaller right does not shorten it.
      extraPercent: Math.max(right.percent, row.extraPercent ?? 0),
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

const plainMsOf = ({ plainSeconds, deadline, startedAt }: ExtendableRow) =>
  plainSeconds === null ? deadline.getTime() - startedAt.getTime() : plainSeconds * 1000;

function extendedTimes(row: ExtendableRow, plainMs: number, right: Right, now: Date) {
  const total = totalMinutes(row);
  const sheet = asConduct(row.conduct).sheet;
  const sheetMs = sheet && sheet.minutes * MINUTE_MS;
  // The notebook is closed: what is left is the answer card, from when it began.
  if (sheetMs !== null && row.notebookUntil && row.notebookUntil <= now) {
    const deadline = new Date(row.notebookUntil.getTime() + personalSheetMs(sheetMs, right));
    return { deadline, notebookUntil: row.notebookUntil };
  }
  const deadline = new Date(row.startedAt.getTime() + plainMs);
  const isAtClose = row.isInWindow && row.closesAt?.getTime() === deadline.getTime();
  const limitMs = total === null ? null : total * MINUTE_MS;
  const plain = { startedAt: row.startedAt, deadline, limitMs, sheetMs, isClocked: total !== null || isAtClose };
  const times = personalTimes(plain, right);
  const breakMs = row.breakSeconds * 1000;
  return {
    deadline: new Date(times.deadline.getTime() + breakMs),
    notebookUntil: times.notebookUntil && new Date(times.notebookUntil.getTime() + breakMs),
  };
}

type Times = { deadline: Date; notebookUntil: Date | null };

const later = (before: Times, after: Times): Times => (after.deadline > before.deadline ? after : before);
