import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';
import { headerKey, type Remembered, type TableLayout } from './files/table-layout.ts';

/** Most column names remembered for the school; the least recently used are deleted. */
const REMEMBERED_MAX = 2000;

export async function insertTable(tx: Tx, importId: number, rows: string): Promise<void> {
  await tx.insertInto('question_import_tables').values({ import_id: importId, rows }).execute();
}

/** The rows as JSON; null where the file is no table. */
export async function findTable(db: Db, importId: number): Promise<string | null> {
  const row = await db
    .selectFrom('question_import_tables')
    .select('rows')
    .where('import_id', '=', importId)
    .executeTakeFirst();
  return row?.rows ?? null;
}

type Reading = {
  layout: TableLayout | null;
  remarks: string[];
  total: number;
  problemCount: number;
  duplicateCount: number;
};

/** Replaces the result of reading the file and deletes its entries. False when the import has begun. */
export async function replaceReading(tx: Tx, importId: number, reading: Reading): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('question_imports')
    .set({
      layout: reading.layout && JSON.stringify(reading.layout),
      remarks: reading.remarks,
      total: reading.total,
      problem_count: reading.problemCount,
      duplicate_count: reading.duplicateCount,
      topic_choices: '[]',
      compared_to: 0,
    })
    .where('id', '=', importId)
    .where('state', '=', 'preview')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await tx.deleteFrom('question_import_entries').where('import_id', '=', importId).execute();
  return true;
}

export async function rememberedColumns(db: Db): Promise<Remembered> {
  const { rows } = await sql<{ all: Remembered | null }>`
    SELECT json_object_agg(header_key, field) AS all FROM (
      SELECT header_key, field FROM question_columns ORDER BY updated_at DESC LIMIT ${REMEMBERED_MAX}) AS newest`.execute(
    db,
  );
  return rows[0]?.all ?? {};
}

/** Inserted in the order of their names, so that concurrent authors cannot deadlock. */
export async function rememberColumns(tx: Tx, columns: TableLayout['columns'], now: Date): Promise<void> {
  const named = new Map(columns.map(({ header, field }) => [headerKey(header), field ?? '']));
  named.delete('');
  if (named.size === 0) return;
  await sql`
    INSERT INTO question_columns (header_key, field, updated_at)
    SELECT c.name, c.field, ${now}
    FROM jsonb_to_recordset(${JSON.stringify([...named].map(([name, field]) => ({ name, field })))}::jsonb) AS c (name text, field text)
    ORDER BY c.name
    ON CONFLICT (header_key) DO UPDATE SET field = excluded.field, updated_at = excluded.updated_at`.execute(tx);
  await sql`
    DELETE FROM question_columns WHERE header_key IN (
      SELECT header_key FROM question_columns ORDER BY updated_at DESC, header_key OFFSET ${REMEMBERED_MAX} FOR UPDATE SKIP LOCKED)`.execute(
    tx,
  );
}
