import { once } from 'node:events';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type pg from 'pg';
import { type CopyStreamQuery, from as copyFrom } from 'pg-copy-streams';
import type { Connection } from '#server/db/connect.ts';
import { listMigrations, migrate } from '#server/db/migrate.ts';
import { oneClient } from '#server/db/one-client.ts';
import type { Files } from '#server/files/files.ts';
import { putStream } from '#server/files/put-stream.ts';
import { createQueues } from '#server/jobs/queues.ts';
import { readAll, readArchive, verifyArchive } from './archive.ts';
import { FORMAT, MANIFEST, type Manifest, type Progress, peopleIn, type Summary } from './backup.ts';
import {
  emptyTables,
  forgetCopy,
  hasUsers,
  listRelations,
  markAsCopy,
  sequenceSql,
  setSequences,
  suspendRules,
} from './restore.store.ts';
import {
  type BackedUpTable,
  columnsSql,
  fingerprint,
  listApplied,
  type Sequences,
  tableName,
  tableSql,
  useFixedFormats,
} from './tables.store.ts';

type Options = {
  connection: Connection;
  files: Files;
  path: string;
  progress: Progress;
  now: () => Date;
  /**
   * True: the school was lost and continues here. Otherwise this is a copy, which sends no mail until it is allowed to.
   */
  sendMail?: boolean;
};

const decompress = promisify(gunzip);

/**
 * Loads a backup into an empty database of this version. The archive may come from an older version: the schema of that
 * version is created first, and later migrations are applied to the restored rows. Rows become visible all at once,
 * after every count, hash and foreign key has been checked.
 */
export async function restore({ connection, files, path, progress, now, sendMail = false }: Options) {
  progress('checking the archive');
  const summary = await verifyArchive<Summary>(path);
  const manifest = await readManifest(path);
  progress(`the archive of ${manifest.createdAt} holds ${peopleIn(summary)} people`);
  const then = new Set(manifest.migrations.map(({ name }) => name));

  const client = await oneClient(connection, 'alvorada-restore');
  try {
    await useFixedFormats(client);
    await refuseUnlessEmpty(client, then);
    await migrate(connection, undefined, then);
    await createQueues(connection, manifest.queues);
    const { known, unknown } = await sortTables(client, manifest.tables);
    for (const table of unknown) progress(`${tableName(table)}: left out, it is no table of the product`);
    await client.query('BEGIN');
    try {
      const resume = await suspendRules(client);
      await emptyTables(client, known);
      await loadEntries(client, files, path, { known, unknown }, progress);
      await setSequences(client, await knownSequences(client, summary.sequences));
      await resume();
      await compare(client, known, summary);
      await client.query('COMMIT');
    } catch (error) {
      // When the connection is lost, PostgreSQL has rolled back already.
      await client.query('ROLLBACK').catch(() => undefined);
      throw error;
    }
    const applied = await migrate(connection);
    if (applied.length > 0) progress(`applied ${applied.length} newer migrations`);
    if (sendMail) await forgetCopy(client);
    else await markAsCopy(client, now());
    await client.query('ANALYZE');
  } finally {
    await client.end();
  }
  const rows = Object.values(summary.tables).reduce((sum, table) => sum + table.rows, 0);
  const { createdAt, tables } = manifest;
  return { rows, tables: tables.length, files: summary.files, people: peopleIn(summary), createdAt };
}

async function readManifest(path: string): Promise<Manifest> {
  for await (const { name, content } of readArchive(path)) {
    if (name !== MANIFEST) break;
    const manifest = JSON.parse((await readAll(content)).toString('utf8')) as Manifest;
    if (manifest.format !== FORMAT) throw new Error(`The archive has format ${manifest.format}, not ${FORMAT}.`);
    const known = new Map((await listMigrations()).map((migration) => [migration.name, migration.checksum]));
    const strange = manifest.migrations.find((migration) => known.get(migration.name) !== migration.checksum);
    if (strange) {
      throw new Error(
        `The archive was made by version ${manifest.version}, which is newer than this one (${strange.name} is unknown here).`,
      );
    }
    return manifest;
  }
  throw new Error('This is no backup of Alvorada.');
}

async function refuseUnlessEmpty(client: pg.Client, then: Set<string>): Promise<void> {
  if (await hasUsers(client)) throw new Error('The database is not empty. Restore into a new one.');
  const later = (await listApplied(client)).find(({ name }) => !then.has(name));
  if (later) throw new Error(`The database is already newer than the backup (${later.name}). Restore into a new one.`);
}

type Sorted = { known: BackedUpTable[]; unknown: BackedUpTable[] };

/** An operator may have made a table beside ours: its rows are in the archive, and this schema has no such table. */
async function sortTables(client: pg.Client, tables: BackedUpTable[]): Promise<Sorted> {
  const there = await listRelations(client, tables.map(tableSql));
  const [known, unknown] = [true, false].map((isKnown) =>
    tables.filter((table) => there.has(tableSql(table)) === isKnown),
  );
  return { known: known ?? [], unknown: unknown ?? [] };
}

async function knownSequences(client: pg.Client, sequences: Sequences): Promise<Sequences> {
  const there = await listRelations(client, Object.keys(sequences).map(sequenceSql));
  return Object.fromEntries(Object.entries(sequences).filter(([name]) => there.has(sequenceSql(name))));
}

/** Tables first, each as one COPY fed chunk by chunk, then the files. */
async function loadEntries(client: pg.Client, files: Files, path: string, sorted: Sorted, progress: Progress) {
  const tables = new Map(sorted.known.map((table) => [tableName(table), table]));
  const leftOut = new Set(sorted.unknown.map(tableName));
  let open: OpenTable | undefined;
  let stored = 0;
  const finish = async () => {
    if (!open) return;
    open.stream.end();
    await Promise.race([once(open.stream, 'finish'), open.broken]);
    progress(`${open.name}: ${open.stream.rowCount} rows`);
    open = undefined;
  };
  for await (const { name, content } of readArchive(path)) {
    const [area, owner = ''] = name.split('/');
    if (area === 'tables' && leftOut.has(owner)) {
      await finish();
    } else if (area === 'tables') {
      const table = tables.get(owner);
      if (!table) throw new Error(`The archive has rows of ${owner}, which it does not describe.`);
      if (open?.name !== owner) {
        await finish();
        open = openTable(owner, client, table);
      }
      await feed(open, await decompress(await readAll(content)));
    } else if (area === 'files') {
      await finish();
      await putStream(files, name.slice('files/'.length), content);
      stored += 1;
      if (stored % 100 === 0) progress(`files: ${stored}`);
    }
  }
  await finish();
  progress(`files: ${stored}`);
}

/** `broken` rejects with the reason, also when it occurs between two chunks: a refused row, a lost connection. */
type OpenTable = { name: string; stream: CopyStreamQuery; broken: Promise<never> };

function openTable(name: string, client: pg.Client, table: BackedUpTable): OpenTable {
  const stream = client.query(copyFrom(`COPY ${tableSql(table)} (${columnsSql(table)}) FROM STDIN`));
  const broken = new Promise<never>((_, reject) => {
    stream.on('error', reject);
  });
  broken.catch(() => undefined);
  return { name, stream, broken };
}

/** Writes the rows and waits until they are accepted. */
async function feed({ stream, broken }: OpenTable, rows: Buffer): Promise<void> {
  const taken = new Promise<void>((resolve) => {
    stream.write(rows, (error) => {
      if (!error) resolve();
    });
  });
  await Promise.race([taken, broken]);
}

async function compare(client: pg.Client, tables: BackedUpTable[], summary: Summary): Promise<void> {
  for (const table of tables) {
    const expected = summary.tables[tableName(table)];
    const { rows, hash } = await fingerprint(client, table);
    if (rows === expected?.rows && hash === expected.hash) continue;
    throw new Error(`${tableName(table)} was not restored as it was: ${rows} of ${expected?.rows} rows.`);
  }
}
