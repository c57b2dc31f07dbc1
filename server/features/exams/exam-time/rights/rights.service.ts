import type { ExtraTime } from '#contract/exams/exam-time.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import { dayOf } from '#server/time/calendar.ts';
import { findRight, type RightRow } from './rights.store.ts';

export const isInForce = (right: Pick<RightRow, 'grantedAt' | 'validUntil'>, now: Date): boolean =>
  right.grantedAt !== null && dayOf(now) <= right.validUntil;

/** The right under which an exam begins now; null: the times of everybody. */
export async function readRightInForce(db: Db | Tx, userId: string, now: Date): Promise<RightRow | null> {
  const right = await findRight(db, userId);
  return right && isInForce(right, now) ? right : null;
}

export type { RightRow } from './rights.store.ts';

export const extraOf = ({ extraPercent, extraMinutes }: RightRow): ExtraTime => ({
  percent: extraPercent,
  minutes: extraMinutes,
});
