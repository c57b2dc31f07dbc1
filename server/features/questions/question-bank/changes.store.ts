import { sql } from 'kysely';
import type { ChangedField, ChangeOutcome } from '#contract/questions/question-changes.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import type { Before } from '#server/features/questions/questions/bulk-labels.ts';

/** The response without the id. */
export type Outcome = Omit<ChangeOutcome, 'id'>;

type NewChange = {
  authorId: string;
  kind: 'bulk' | 'import';
  fields: readonly ChangedField[];
  fileName: string | null;
  creationKey: string | null;
  outcome: Outcome;
  now: Date;
};

export async function insertChange(tx: Tx, change: NewChange): Promise<number> {
  const { id } = await tx
    .insertInto('question_changes')
    .values({
      author_id: change.authorId,
      kind: change.kind,
      fields: [...change.fields],
      file_name: change.fileName,
      question_count: change.outcome.changed,
      creation_key: change.creationKey,
      outcome: JSON.stringify(change.outcome),
      created_at: change.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export type ChangedRow = { id: number; revision: number; before: Before | null };

export async function insertChangedRows(tx: Tx, changeId: number, rows: readonly ChangedRow[]): Promise<void> {
  await sql`
    INSERT INTO question_change_rows (change_id, question_id, revision, before)
    SELECT ${changeId}, r.id, r.revision, nullif(r.before, 'null'::jsonb)
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r (id int, revision int, before jsonb)`.execute(tx);
}

export async function findChangeByKey(db: Db | Tx, authorId: string, creationKey: string) {
  return db
    .selectFrom('question_changes')
    .select(['id', sql<Outcome>`outcome`.as('outcome')])
    .where('author_id', '=', authorId)
    .where('creation_key', '=', creationKey)
    .executeTakeFirst();
}

export async function listChanges(db: Db, authorId: string, since: Date, limit: number) {
  return db
    .selectFrom('question_changes')
    .select([
      'id',
      sql<'bulk' | 'import'>`kind`.as('kind'),
      sql<ChangedField[]>`fields`.as('fields'),
      'file_name as fileName',
      'question_count as questionCount',
      'created_at as createdAt',
      'undone_at as undoneAt',
    ])
    .where('author_id', '=', authorId)
    .where('created_at', '>', since)
    .where('question_count', '>', 0)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Locks the change: concurrent calls undo it one after the other. */
export async function lockChange(tx: Tx, id: number, authorId: string) {
  return tx
    .selectFrom('question_changes')
    .select([
      'id',
      'kind',
      'created_at as createdAt',
      'undone_at as undoneAt',
      sql<Outcome | null>`undo_outcome`.as('undoOutcome'),
    ])
    .where('id', '=', id)
    .where('author_id', '=', authorId)
    .forUpdate()
    .executeTakeFirst();
}

export async function listChangedRows(tx: Tx, changeId: number): Promise<ChangedRow[]> {
  const { rows } = await sql<ChangedRow>`
    SELECT question_id AS id, revision, before FROM question_change_rows
    WHERE change_id = ${changeId} ORDER BY question_id`.execute(tx);
  return rows;
}

export async function markUndone(tx: Tx, id: number, outcome: Outcome, now: Date): Promise<void> {
  await tx
    .updateTable('question_changes')
    .set({ undone_at: now, undo_outcome: JSON.stringify(outcome) })
    .where('id', '=', id)
    .execute();
}

export async function deleteOldChanges(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('question_changes').where('created_at', '<', before).execute();
}
