import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';
import { isUnpaused, type Pausing } from '#server/db/unpaused.ts';

export async function listConsents(db: Db, userId: string) {
  return db
    .selectFrom('consents')
    .select(['version', 'accepted_at as acceptedAt'])
    .where('user_id', '=', userId)
    .where('document', '=', 'terms')
    .orderBy('accepted_at', 'desc')
    .limit(100)
    .execute();
}

export async function findDeletion(db: Db | Tx, userId: string) {
  return db
    .selectFrom('deletion_requests')
    .select(['requested_at as requestedAt', 'due_at as dueAt'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/** For the e-mail about it. */
export async function findDeletionLetter(db: Db, userId: string) {
  return db
    .selectFrom('deletion_requests')
    .innerJoin('users', 'users.id', 'deletion_requests.user_id')
    .select(['users.email', 'users.first_name as firstName', 'due_at as dueAt'])
    .where('users.id', '=', userId)
    .executeTakeFirst();
}

/** True if this call created the request; false if an earlier one exists. */
export async function insertDeletion(tx: Tx, userId: string, requestedAt: Date, dueAt: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('deletion_requests')
    .values({ user_id: userId, requested_at: requestedAt, due_at: dueAt })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function deleteDeletion(tx: Tx, userId: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('deletion_requests').where('user_id', '=', userId).executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function listDueDeletions(
  db: Db,
  { now, pausing, limit }: { now: Date; pausing: Pausing; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('deletion_requests')
    .select('user_id')
    .where('due_at', '<=', now)
    .where(isUnpaused(pausing, sql.ref('user_id')))
    .orderBy('due_at')
    .limit(limit)
    .execute();
  return rows.map((row) => row.user_id);
}

/** Locks the deletion request until the transaction ends; undefined if it was withdrawn or is not due. */
export async function lockDueDeletion(tx: Tx, userId: string, now: Date) {
  return tx
    .selectFrom('deletion_requests')
    .select('due_at')
    .where('user_id', '=', userId)
    .where('due_at', '<=', now)
    .forUpdate()
    .executeTakeFirst();
}
