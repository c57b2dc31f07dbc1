import { sql } from 'kysely';
import type { ExamHelper } from '#contract/exams/exam-time.ts';
import type { Db, Tx } from '#server/db/handle.ts';

export type RightRow = {
  userId: string;
  extraPercent: number;
  extraMinutes: number;
  breaks: number;
  breakMinutes: number;
  largePrint: boolean;
  helper: ExamHelper;
  reason: string;
  validUntil: string;
  revision: number;
  grantedAt: Date | null;
};

const columns = sql`user_id AS "userId", extra_percent AS "extraPercent", extra_minutes AS "extraMinutes", breaks,
  break_minutes AS "breakMinutes", large_print AS "largePrint", helper, reason, valid_until::text AS "validUntil",
  revision, granted_at AS "grantedAt"`;

export async function findRight(db: Db | Tx, userId: string): Promise<RightRow | undefined> {
  return (await sql<RightRow>`SELECT ${columns} FROM exam_time_rights WHERE user_id = ${userId}`.execute(db)).rows[0];
}

/** The same, locked until the transaction ends. */
export async function lockRight(tx: Tx, userId: string): Promise<RightRow | undefined> {
  const found = await sql<RightRow>`
    SELECT ${columns} FROM exam_time_rights WHERE user_id = ${userId} FOR UPDATE`.execute(tx);
  return found.rows[0];
}

type SavedRight = Omit<RightRow, 'revision' | 'grantedAt'> & { decidedBy: string; now: Date };

/** Compare-and-set on the revision that the office has read; 0: there was no row. False: another save was first. */
export async function saveRight(tx: Tx, right: SavedRight, revision: number): Promise<boolean> {
  const values = {
    extra_percent: right.extraPercent,
    extra_minutes: right.extraMinutes,
    breaks: right.breaks,
    break_minutes: right.breakMinutes,
    large_print: right.largePrint,
    helper: right.helper,
    reason: right.reason,
    valid_until: right.validUntil,
    granted_at: right.now,
    decided_by: right.decidedBy,
    updated_at: right.now,
  };
  if (revision === 0) {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('exam_time_rights')
      .values({ ...values, user_id: right.userId })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n;
  }
  const { numUpdatedRows } = await tx
    .updateTable('exam_time_rights')
    .set({ ...values, revision: revision + 1 })
    .where('user_id', '=', right.userId)
    .where('revision', '=', revision)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** The right ends; its reason is not needed any more and goes. */
export async function clearRight(
  tx: Tx,
  { userId, revision, decidedBy, now }: { userId: string; revision: number; decidedBy: string; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('exam_time_rights')
    .set({ granted_at: null, reason: '', decided_by: decidedBy, updated_at: now, revision: revision + 1 })
    .where('user_id', '=', userId)
    .where('revision', '=', revision)
    .where('granted_at', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** People whose right was over before this day, with a reason, a text or a document still stored; at most `limit`. */
export async function lockLongOver(tx: Tx, before: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    SELECT user_id AS "userId" FROM exam_time_rights right_of
    WHERE valid_until < ${before}::date AND (reason <> '' OR EXISTS (
      SELECT FROM exam_time_requests r WHERE r.user_id = right_of.user_id AND r.state <> 'open'
        AND (r.body <> '' OR r.file_key IS NOT NULL)))
    ORDER BY user_id LIMIT ${limit} FOR UPDATE SKIP LOCKED`.execute(tx);
  return rows.map(({ userId }) => userId);
}

export async function clearReason(tx: Tx, userIds: readonly string[]): Promise<void> {
  await sql`UPDATE exam_time_rights SET reason = '' WHERE user_id = ANY(${userIds}::uuid[])`.execute(tx);
}
