import type { Writable } from 'node:stream';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Connection } from '#server/db/connect.ts';
import { oneClient } from '#server/db/one-client.ts';
import type { Files } from '#server/files/files.ts';
import { type ArchiveWriter, archiveWriter } from './archive.ts';
import { SCHOOL_EXPORTS } from './school/manifest.ts';
import {
  type AppliedMigration,
  type BackedUpTable,
  columnsSql,
  type Fingerprint,
  findJobTable,
  fingerprint,
  listApplied,
  listQueues,
  listSequences,
  listTables,
  recordBackup,
  type Sequences,
  tableName,
  tableSql,
  useFixedFormats,
} from './tables.store.ts';

export const FORMAT = 1;
export const MANIFEST = 'backup.json';
/**
 * Uncompressed bytes of rows per archive entry. The size precedes the entry, so a full entry has to fit into memory.
 */
const CHUNK_BYTES = 4 * 1024 * 1024;

/** The first entry: what a restore needs before the first row. */
export type Manifest = {
  format: number;
  version: string;
  createdAt: string;
  database: string;
  migrations: AppliedMigration[];
  tables: BackedUpTable[];
  queues: string[];
};

/** Part of the last entry: values that are known only at the end. */
export type Summary = { tables: Record<string, Fingerprint>; sequences: Sequences; files: number };

/** How many people an archive holds: what tells one school from another at first sight. */
export const peopleIn = ({ tables }: Summary) => tables['public.users']?.rows ?? 0;

export type Progress = (line: string) => void;

type Options = {
  connection: Connection;
  files: Files;
  out: Writable;
  version: string;
  now: () => Date;
  progress: Progress;
};

const compress = promisify(gzip);

/**
 * Backs up the whole product as of one moment, while it runs: every table from one snapshot, then the files. Files are
 * stored before the row that names them and removed after it is gone, so each row of the snapshot finds its file unless
 * it was deleted while the backup ran.
 */
export async function backup({ connection, files, out, version, now, progress }: Options) {
  const startedAt = now();
  const client = await oneClient(connection, 'alvorada-backup');
  const archive = archiveWriter(out);
  try {
    await useFixedFormats(client);
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const jobTable = await findJobTable(client);
    const found = await listTables(client);
    for (const table of found.filter(({ isOurs }) => !isOurs)) {
      progress(`${tableName(table)}: left out, it belongs to another role`);
    }
    const ours = found.filter(({ isOurs }) => isOurs).map(({ schema, name, columns }) => ({ schema, name, columns }));
    const tables = [...ours, ...(jobTable ? [jobTable] : [])];
    const { rows: server } = await client.query<{ server_version: string }>('SHOW server_version');
    const manifest: Manifest = {
      format: FORMAT,
      version,
      createdAt: startedAt.toISOString(),
      database: `PostgreSQL ${server[0]?.server_version}`,
      migrations: await listApplied(client),
      tables,
      queues: jobTable ? await listQueues(client) : [],
    };
    if (manifest.migrations.length === 0) throw new Error('There is nothing to back up: the database is empty.');
    await archive.addJson(MANIFEST, manifest);

    const summary: Summary = { tables: {}, sequences: {}, files: 0 };
    for (const table of tables) {
      const print = await fingerprint(client, table);
      summary.tables[tableName(table)] = print;
      await copyOut(client, table, archive);
      progress(`${tableName(table)}: ${print.rows} rows`);
    }
    summary.sequences = await listSequences(client);
    await client.query('COMMIT');

    let bytes = 0;
    for await (const { key } of files.list()) {
      // Such an archive repeats the whole school, and is removed after a day.
      if (key.startsWith(SCHOOL_EXPORTS)) continue;
      const file = await files.read(key);
      if (!file) continue;
      await archive.addStream(`files/${key}`, file.size, file.stream);
      summary.files += 1;
      bytes += file.size;
      if (summary.files % 100 === 0) progress(`files: ${summary.files}`);
    }
    progress(`files: ${summary.files}, ${bytes} bytes`);
    await archive.finish(summary);
    const rows = Object.values(summary.tables).reduce((sum, table) => sum + table.rows, 0);
    await recordBackup(client, { startedAt, finishedAt: now(), bytes: written(out), rows, files: summary.files });
    return { rows, tables: tables.length, files: summary.files, people: peopleIn(summary) };
  } catch (error) {
    await archive.abandon();
    throw error;
  } finally {
    await client.end();
  }
}

const written = (out: Writable) =>
  'bytesWritten' in out && typeof out.bytesWritten === 'number' ? out.bytesWritten : 0;

/** The rows as PostgreSQL writes them, split into chunks: `gunzip -c` of all chunks is one COPY file. */
async function copyOut(client: pg.Client, table: BackedUpTable, archive: ArchiveWriter): Promise<void> {
  const stream = client.query(copyTo(`COPY (SELECT ${columnsSql(table)} FROM ${tableSql(table)}) TO STDOUT`));
  let chunks: Buffer[] = [];
  let bytes = 0;
  let part = 0;
  const flush = async () => {
    part += 1;
    const name = `tables/${tableName(table)}/${String(part).padStart(6, '0')}.copy.gz`;
    await archive.addBytes(name, await compress(Buffer.concat(chunks)));
    chunks = [];
    bytes = 0;
  };
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.byteLength;
    if (bytes >= CHUNK_BYTES) await flush();
  }
  if (bytes > 0) await flush();
}
