import { sql } from 'kysely';
import { diskFiles, filesDirectory } from '#server/files/files.ts';
import type { School } from '../school.ts';

/** An upload in pieces has a row before it has a file. */
const growing = 'recording_uploads';

async function namedFiles({ reader }: School): Promise<Map<string, string>> {
  const { rows: columns } = await sql<{ table: string; column: string }>`
    SELECT c.table_name AS table, c.column_name AS column
    FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND c.table_name <> ${growing}
      AND c.column_name IN ('file_key', 'poster_key', 'preview_key', 'picture_key') ORDER BY 1, 2`.execute(reader);
  const named = new Map<string, string>();
  for (const { table, column } of columns) {
    const { rows } = await sql<{ key: string }>`
      SELECT ${sql.ref(column)} AS key FROM ${sql.table(table)} WHERE ${sql.ref(column)} IS NOT NULL`.execute(reader);
    for (const { key } of rows) named.set(key, table);
  }
  return named;
}

async function waitingFiles({ reader }: School): Promise<Set<string>> {
  const rows = await reader.selectFrom('unclaimed_files').select('key').execute();
  return new Set(rows.map(({ key }) => key));
}

async function storedFiles({ dataDir }: School): Promise<Set<string>> {
  const keys = new Set<string>();
  for await (const { key } of diskFiles(filesDirectory(dataDir)).list()) keys.add(key);
  return keys;
}

/**
 * LAW: the file store has no orphan and no hole. Every stored file belongs to a row or waits for the sweep, and every
 * file that a row names is there.
 */
export async function storageLaw(school: School): Promise<string[]> {
  const [named, waiting, stored] = [await namedFiles(school), await waitingFiles(school), await storedFiles(school)];
  return [
    ...[...stored]
      .filter((key) => !named.has(key) && !waiting.has(key))
      .map((key) => `the file ${key} belongs to no row, and nothing will remove it`),
    ...[...named]
      .filter(([key]) => !stored.has(key))
      .map(([key, table]) => `${table} names ${key}, which is not there`),
  ];
}

/** LAW: once the sweep has run, no file waits for it. */
export async function sweptLaw(school: School): Promise<string[]> {
  return [...(await waitingFiles(school))].map((key) => `the file ${key} still waits for the sweep`);
}
