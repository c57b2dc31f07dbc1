import { sql } from 'kysely';
import { type CarriedTable, cellRowsSql, fixFormats, jsonRowsSql, type Run } from '#server/backup/school/rows.store.ts';
import type { AppliedMigration, Sequences } from '#server/backup/tables.store.ts';
import type { Tx } from '#server/db/handle.ts';

/** Rows per fetch. A lesson has up to a megabyte, so a fetch stays far below the memory of a process. */
const ROWS = 100;

export const runOn =
  (tx: Tx): Run =>
  async <R extends object>(statement: string) =>
    (await sql.raw<R>(statement).execute(tx)).rows;

/** An export takes minutes, so the limits of requests do not hold for its transaction. */
export const prepareSnapshot = (tx: Tx) => fixFormats(runOn(tx), 'LOCAL');

/** The lines of a query, through a cursor: memory does not grow with the table. */
async function* readLines<R extends { line: string }>(tx: Tx, cursor: string, query: string): AsyncGenerator<R[]> {
  const run = runOn(tx);
  await run(`DECLARE ${cursor} NO SCROLL CURSOR FOR ${query}`);
  for (;;) {
    const rows = await run<R>(`FETCH ${ROWS} FROM ${cursor}`);
    if (rows.length > 0) yield rows;
    if (rows.length < ROWS) break;
  }
  await run(`CLOSE ${cursor}`);
}

export const readJsonRows = (tx: Tx, table: CarriedTable) =>
  readLines<{ line: string; hash: string }>(tx, 'json_rows', jsonRowsSql(table));
export const readCellRows = (tx: Tx, table: CarriedTable) =>
  readLines<{ line: string }>(tx, 'cell_rows', cellRowsSql(table));

export async function listAppliedMigrations(tx: Tx): Promise<AppliedMigration[]> {
  return tx.selectFrom('migrations').select(['name', 'checksum']).orderBy('name').execute();
}

/** Sequences follow no transaction: read after the rows they are never behind them. */
export async function listSequences(tx: Tx): Promise<Sequences> {
  const { rows } = await sql<{ name: string; value: string }>`
    SELECT sequencename AS name, last_value::text AS value FROM pg_sequences
    WHERE schemaname = 'public' AND last_value IS NOT NULL`.execute(tx);
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

export type LessonRow = {
  id: number;
  title: string;
  content: string;
  subject: string | null;
  attachments: { name: string; key: string }[];
  recordings: { title: string; kind: string; key: string }[];
};

/** Published lessons with their files, by id; the next page begins after `after`. */
export async function listLessons(tx: Tx, after: number, limit: number): Promise<LessonRow[]> {
  const { rows } = await sql<LessonRow>`
    SELECT l.id, l.title, l.content, s.name AS subject,
           coalesce((SELECT json_agg(json_build_object('name', a.name, 'key', a.file_key) ORDER BY a.id)
                     FROM attachments a WHERE a.lesson_id = l.id), '[]') AS attachments,
           coalesce((SELECT json_agg(json_build_object('title', r.title, 'kind', r.kind, 'key', r.file_key) ORDER BY r.id)
                     FROM recordings r WHERE r.lesson_id = l.id), '[]') AS recordings
    FROM lessons l LEFT JOIN subjects s ON s.id = l.subject_id
    WHERE l.deleted_at IS NULL AND l.id > ${after} ORDER BY l.id LIMIT ${limit}`.execute(tx);
  return rows;
}

/** The files of pictures, by id. */
export async function listPictures(tx: Tx, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return tx
    .selectFrom('media')
    .select(['id', 'file_key as key', 'mime_type as mimeType'])
    .where('id', 'in', [...ids])
    .execute();
}
