import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';
import { isUnpaused, type Pausing } from '#server/db/unpaused.ts';

export async function findReminder(db: Db, userId: string) {
  return db.selectFrom('review_reminders').select('hour').where('user_id', '=', userId).executeTakeFirst();
}

export async function saveReminder(
  db: Db,
  userId: string,
  { hour, nextAt }: { hour: number; nextAt: Date },
): Promise<void> {
  await db
    .insertInto('review_reminders')
    .values({ user_id: userId, hour, next_at: nextAt })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ hour, next_at: nextAt }))
    .execute();
}

export async function deleteReminder(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('review_reminders').where('user_id', '=', userId).execute();
}

/** Whose hour has come; those who wait longest first. */
export async function listDue(db: Db, { now, pausing, limit }: { now: Date; pausing: Pausing; limit: number }) {
  return db
    .selectFrom('review_reminders')
    .innerJoin('users', 'users.id', 'review_reminders.user_id')
    .select(['review_reminders.user_id as userId', 'review_reminders.hour', 'review_reminders.next_at as nextAt'])
    .select(['users.role', 'users.status'])
    .where('review_reminders.next_at', '<=', now)
    .where(isUnpaused(pausing, sql.ref('review_reminders.user_id')))
    .orderBy('review_reminders.next_at')
    .limit(limit)
    .execute();
}

/** False where another process was quicker, or the hour has changed. */
export async function moveOn(tx: Tx, { userId, nextAt, to }: { userId: string; nextAt: Date; to: Date }) {
  const { numUpdatedRows } = await tx
    .updateTable('review_reminders')
    .set({ next_at: to })
    .where('user_id', '=', userId)
    .where('next_at', '=', nextAt)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
