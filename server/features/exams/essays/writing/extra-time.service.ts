import type { ExtraTime } from '#contract/exams/exam-time.ts';
import type { Tx } from '#server/db/handle.ts';
import { givenBreaks } from '#server/features/exams/exam-time/rights/personal-time.ts';
import { findEssayBreaks, saveEssayTimes, saveGivenBreaks } from './essay-times.store.ts';
import { extendedDeadline, lateUntil } from './essay-times.ts';
import { lockTimedEssays } from './writing.store.ts';

type Right = ExtraTime & { breaks: number; breakMinutes: number };

/** A right that is granted while an essay is written holds for it at once. No essay loses time by a smaller right. */
export async function extendOpenEssays(tx: Tx, studentId: string, right: Right, now: Date): Promise<void> {
  for (const { id, startedAt, deadlineAt, theme } of await lockTimedEssays(tx, studentId, now)) {
    if (theme.minutes === null || deadlineAt === null) continue;
    const before = (await findEssayBreaks(tx, id)) ?? null;
    const clocked = { startedAt, minutes: theme.minutes, closesAt: theme.closesAt };
    const deadline = extendedDeadline({ deadline: deadlineAt, breakMs: before?.breakMs ?? 0 }, clocked, right);
    await saveEssayTimes(tx, id, { deadlineAt: deadline, lateUntil: lateUntil(deadline, theme.closesAt) });
    await saveGivenBreaks(tx, id, givenBreaks(before, right));
  }
}
