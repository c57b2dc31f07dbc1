import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';

/** False: there is no such statement, or it is taken back already. */
export async function markStatementTakenBack(tx: Tx, id: number, now: Date): Promise<boolean> {
  const row = await tx
    .updateTable('statements')
    .set({ taken_back_at: now })
    .where('id', '=', id)
    .where('taken_back_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether there is such a statement, also while it is being taken back. */
export async function isStatementKnown(tx: Tx, id: number): Promise<boolean> {
  const row = await tx.selectFrom('statements').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

/** The same bytes are being taken back. */
export async function isBeingTakenBack(db: Db, sha256: string): Promise<boolean> {
  const row = await db
    .selectFrom('statements')
    .select('id')
    .where('sha256', '=', Buffer.from(sha256, 'hex'))
    .where('taken_back_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Entries that pay orders and that no other statement tells of. */
export async function listOwnPaying(db: Db, statementId: number, limit: number) {
  const { rows } = await sql<{ id: number; paymentId: number }>`
    SELECT e.id, e.payment_id AS "paymentId" FROM statement_lines l JOIN statement_entries e ON e.id = l.entry_id
    WHERE l.statement_id = ${statementId} AND e.state IN ('confirmed', 'settled') AND e.payment_id IS NOT NULL
      AND NOT EXISTS (SELECT FROM statement_lines o WHERE o.entry_id = e.id AND o.statement_id <> l.statement_id)
    ORDER BY e.id LIMIT ${limit}`.execute(db);
  return rows;
}

/** Removes a statement with the entries that only it tells of. */
export async function deleteStatement(tx: Tx, id: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    DELETE FROM statement_lines WHERE statement_id = ${id} RETURNING entry_id AS id`.execute(tx);
  await sql`
    DELETE FROM statement_entries e WHERE e.id = ANY(${rows.map((row) => row.id)}::integer[])
      AND NOT EXISTS (SELECT FROM statement_lines l WHERE l.entry_id = e.id)`.execute(tx);
  await tx.deleteFrom('statements').where('id', '=', id).execute();
}

/** Puts away every entry of a statement that names no order. Returns how many there were. */
export async function ignoreUnmatched(tx: Tx, statementId: number, by: string, now: Date): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    UPDATE statement_entries e SET state = 'ignored', decided_by = ${by}, decided_at = ${now}
    FROM statement_lines l
    WHERE l.entry_id = e.id AND l.statement_id = ${statementId} AND e.state = 'unmatched' AND e.payment_id IS NULL
    RETURNING e.id`.execute(tx);
  return rows.length;
}
