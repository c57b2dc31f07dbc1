import type { ExtraTime } from '#contract/exams/exam-time.ts';
import { MINUTE_MS } from '#contract/time.ts';
import type { Tx } from '#server/db/handle.ts';
import { personalTimes } from '#server/features/exams/exam-time/rights/personal-time.ts';
import { lockTimedEssays, saveEssayTimes } from './writing.store.ts';

type Clocked = { startedAt: Date; minutes: number; closesAt: string | null };

/**
 * The times of an essay that is written against the clock. `lateUntil`: with extra time it may be delivered after the
 * theme has closed, as long as everybody had who began then, extended like every exam.
 */
export function essayTimes({ startedAt, minutes, closesAt }: Clocked, extra: ExtraTime | null) {
  const limitMs = minutes * MINUTE_MS;
  const plain = { startedAt, limitMs, sheetMs: null, isClocked: true };
  const end = startedAt.getTime() + limitMs;
  const { deadline } = personalTimes({ ...plain, deadline: new Date(end) }, extra);
  if (!extra || closesAt === null) return { deadlineAt: deadline, lateUntil: null };
  const close = Date.parse(closesAt);
  const last = personalTimes({ ...plain, deadline: new Date(Math.min(end, close)) }, extra).deadline;
  return { deadlineAt: deadline, lateUntil: last.getTime() > close ? last : null };
}

/** A right that is granted while an essay is written holds for it at once. No essay loses time by a smaller right. */
export async function extendOpenEssays(tx: Tx, studentId: string, extra: ExtraTime, now: Date): Promise<void> {
  for (const { id, startedAt, deadlineAt, theme } of await lockTimedEssays(tx, studentId, now)) {
    if (theme.minutes === null || deadlineAt === null) continue;
    const times = essayTimes({ startedAt, minutes: theme.minutes, closesAt: theme.closesAt }, extra);
    if (times.deadlineAt > deadlineAt) await saveEssayTimes(tx, id, times);
  }
}
