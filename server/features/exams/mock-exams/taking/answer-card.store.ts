import type { Db, Tx } from '#server/db/handle.ts';

/** Locks the attempt until the transaction ends. */
export async function lockAttempt(tx: Tx, attemptId: number): Promise<void> {
  await tx.selectFrom('attempts').select('id').where('id', '=', attemptId).forUpdate().execute();
}

/** Closes the notebook now if it is open; the answer card gets its minutes, as far as the deadline allows. */
export async function closeNotebook(db: Db | Tx, attemptId: number, now: Date, latest: Date): Promise<void> {
  await db
    .updateTable('attempts')
    .set(({ fn, val }) => ({ notebook_until: now, deadline_at: fn<Date>('least', ['deadline_at', val(latest)]) }))
    .where('id', '=', attemptId)
    .where('closed_at', 'is', null)
    .where('submitted_at', 'is', null)
    .where('notebook_until', '>', now)
    .execute();
}
