import { sql } from 'kysely';
import type { Cue } from '#contract/content/caption-files.ts';
import { type CarriedTable, cellRowsSql, fixFormats, jsonRowsSql, type Run } from '#server/backup/school/rows.store.ts';
import type { AppliedMigration, Sequences } from '#server/backup/tables.store.ts';
import type { Db, Tx } from '#server/db/handle.ts';

/** Rows and bytes per fetch: what is parsed and packed in one turn of the event loop. */
const ROWS = 100;
const FETCH_BYTES = 1024 * 1024;

/** A table is read in fewer rows at a time where its widest row asks for it; a row of a megabyte comes alone. */
const rowsPerFetch = (widest: number) => Math.max(1, Math.min(ROWS, Math.floor(FETCH_BYTES / Math.max(widest, 1))));

export const runOn =
  (db: Db | Tx): Run =>
  async <R extends object>(statement: string) =>
    (await sql.raw<R>(statement).execute(db)).rows;

/** An export takes minutes, so the limits of requests do not hold for its transaction. */
export const prepareSnapshot = (tx: Tx) => fixFormats(runOn(tx), 'LOCAL');

type Measured = CarriedTable & { rows: number; widest: number };

/** The lines of a query, through a cursor: memory does not grow with the table. */
async function* readLines<R extends { line: string }>(
  tx: Tx,
  { rows: count, widest }: Measured,
  query: string,
): AsyncGenerator<R[]> {
  if (count === 0) return;
  const run = runOn(tx);
  const most = rowsPerFetch(widest);
  await run(`DECLARE archived_rows NO SCROLL CURSOR FOR ${query}`);
  for (;;) {
    const rows = await run<R>(`FETCH ${most} FROM archived_rows`);
    if (rows.length > 0) yield rows;
    if (rows.length < most) break;
  }
  await run('CLOSE archived_rows');
}

export const readJsonRows = (tx: Tx, table: Measured) =>
  readLines<{ line: string; hash: string }>(tx, table, jsonRowsSql(table));
export const readCellRows = (tx: Tx, table: Measured) => readLines<{ line: string }>(tx, table, cellRowsSql(table));

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
  recordings: { id: number; title: string; kind: string; key: string; cues: Cue[] | null }[];
};

/** The published lesson with the next id, with its files. */
export async function findLessonAfter(tx: Tx, after: number): Promise<LessonRow | undefined> {
  const { rows } = await sql<LessonRow>`
    SELECT l.id, l.title, l.content, s.name AS subject,
           coalesce((SELECT json_agg(json_build_object('name', a.name, 'key', a.file_key) ORDER BY a.id)
                     FROM attachments a WHERE a.lesson_id = l.id), '[]') AS attachments,
           coalesce((SELECT json_agg(json_build_object('id', r.id, 'title', r.title, 'kind', r.kind, 'key', r.file_key,
                                                      'cues', c.cues) ORDER BY r.id)
                     FROM recordings r LEFT JOIN recording_captions c ON c.recording_id = r.id AND c.body <> ''
                     WHERE r.lesson_id = l.id), '[]') AS recordings
    FROM lessons l LEFT JOIN subjects s ON s.id = l.subject_id
    WHERE l.deleted_at IS NULL AND l.id > ${after} ORDER BY l.id LIMIT 1`.execute(tx);
  return rows[0];
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
