import type { ExtraTime } from '#contract/exams/exam-time.ts';
import { MINUTE_MS } from '#contract/time.ts';
import { personalTimes } from '#server/features/exams/exam-time/rights/personal-time.ts';
import { isInWindow } from '../themes/themes.policy.ts';

/** What the network may take: a delivery that left in time may arrive this much later. */
const GRACE_MS = 5000;

type Clocked = { startedAt: Date; minutes: number; closesAt: string | null };

/**
 * The deadline of an essay that is written against the clock: the limit, or the close of the theme where that is
 * earlier, extended like every exam.
 */
export function essayDeadline({ startedAt, minutes, closesAt }: Clocked, extra: ExtraTime | null): Date {
  const limitMs = minutes * MINUTE_MS;
  const end = startedAt.getTime() + limitMs;
  const deadline = new Date(closesAt === null ? end : Math.min(end, Date.parse(closesAt)));
  return personalTimes({ startedAt, deadline, limitMs, sheetMs: null, isClocked: true }, extra).deadline;
}

/** The deadline of an open essay when a right is granted during it: never earlier than before, and its breaks stay. */
export const extendedDeadline = (
  before: { deadline: Date; breakMs: number },
  clocked: Clocked,
  right: ExtraTime,
): Date => new Date(Math.max(before.deadline.getTime(), essayDeadline(clocked, right).getTime() + before.breakMs));

/** With a right, an essay may be delivered after its theme has closed, until its own deadline. */
export const lateUntil = (deadline: Date, closesAt: string | null): Date | null =>
  closesAt !== null && deadline.getTime() > Date.parse(closesAt) ? deadline : null;

type Window = { opensAt: string | null; closesAt: string | null };

export const mayDeliver = (theme: Window, late: Date | null, now: Date): boolean =>
  isInWindow(theme, now) || (late !== null && now.getTime() <= late.getTime() + GRACE_MS);
