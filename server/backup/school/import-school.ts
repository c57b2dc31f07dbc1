import type pg from 'pg';
import type { Connection } from '#server/db/connect.ts';
import { listMigrations, migrate } from '#server/db/migrate.ts';
import { oneClient } from '#server/db/one-client.ts';
import type { Files } from '#server/files/files.ts';
import { putStream } from '#server/files/put-stream.ts';
import { createQueues } from '#server/jobs/queues.ts';
import { listRelations, markAsCopy, sequenceSql, setSequences, suspendRules } from '../restore.store.ts';
import { listApplied, type Sequences } from '../tables.store.ts';
import { carriedJobs, fileColumns } from './carried.ts';
import { emptySchool, findObstacle, insertRows, runOnClient } from './import-school.store.ts';
import { rowBatches } from './json-lines.ts';
import { type ArchivedTable, FILES, type Manifest } from './manifest.ts';
import { ArchiveRefused, openSchoolArchive, type SchoolArchive } from './open-archive.ts';
import {
  type CarriedTable,
  countForeignRows,
  fingerprint,
  fixFormats,
  listCarriedTables,
  listFileKeys,
} from './rows.store.ts';

type Options = {
  connection: Connection;
  files: Files;
  path: string;
  now: () => Date;
  /** The hash of an unknown, random password. */
  passwordHash: string;
  /**
   * True: the school moves, and the old one sends nothing any more. Otherwise this is a copy, which sends no mail until
   * it is allowed to.
   */
  sendMail?: boolean;
  progress: (line: string) => void;
};

/**
 * Makes an empty school of an archive. The archive may come from an older version: the schema of that version is
 * created first, and later migrations are applied to the rows. Rows become visible all at once, after every count, hash,
 * foreign key and file was checked; a failure leaves the school as it was.
 */
export async function importSchool(options: Options) {
  const { connection, path, progress } = options;
  const archive = await openSchoolArchive(path);
  const { manifest } = archive;
  const then = await migrationsOf(manifest);
  const client = await oneClient(connection, 'alvorada-import');
  try {
    await fixFormats(runOnClient(client), 'SESSION');
    await refuseUnlessEmpty(client, then);
    await refuseStored(archive, options.files);
    await migrate(connection, undefined, then);
    await createQueues(connection, []);
    const tables = await matchTables(client, manifest);
    await createQueues(connection, await queuesOf(archive, tables));
    const loaded = await load(client, archive, tables, options);
    const applied = await migrate(connection);
    if (applied.length > 0) progress(`applied ${applied.length} newer migrations`);
    await client.query('ANALYZE');
    return loaded;
  } finally {
    await client.end();
  }
}

/** The migrations of the archive, all of which this version must know. */
async function migrationsOf({ migrations, version }: Manifest): Promise<Set<string>> {
  const known = new Map((await listMigrations()).map(({ name, checksum }) => [name, checksum]));
  const strange = migrations.find(({ name, checksum }) => known.get(name) !== checksum);
  if (strange)
    throw new ArchiveRefused(`Version ${version} made the archive, and this one does not know ${strange.name}.`);
  return new Set(migrations.map(({ name }) => name));
}

async function refuseUnlessEmpty(client: pg.Client, then: ReadonlySet<string>): Promise<void> {
  const obstacle = await findObstacle(client);
  if (obstacle?.why === 'people') {
    throw new Error('This school has people besides its first administrator. Import into an empty one.');
  }
  if (obstacle?.why === 'content') {
    throw new Error(`This school is not empty: ${obstacle.table} has rows. Import into an empty one.`);
  }
  if (obstacle?.why === 'server') throw new Error('A server runs on this school. Stop it first.');
  const later = (await listApplied(client)).find(({ name }) => !then.has(name));
  if (later) throw new Error(`The database is newer than the archive (${later.name}). Import into a new, empty one.`);
}

type Matched = CarriedTable & { archived: ArchivedTable };

/** The tables of the archive as this schema has them. What an export would not carry is refused, secrets above all. */
async function matchTables(client: pg.Client, manifest: Manifest): Promise<Matched[]> {
  const here = await listCarriedTables(runOnClient(client));
  const matched = manifest.tables.map((archived) => {
    const table = here.find(({ schema, name }) => schema === archived.schema && name === archived.name);
    const columns = archived.columns.map((name) => table?.columns.find((column) => column.name === name));
    if (!table || columns.includes(undefined) || new Set(archived.columns).size !== archived.columns.length) {
      throw new ArchiveRefused(`The archive has a table or column that is not imported: ${archived.name}.`);
    }
    return { ...table, columns: columns.filter((column) => column !== undefined), archived };
  });
  const names = matched.map(({ archived }) => archived.entry);
  if (new Set(names).size !== names.length) throw new ArchiveRefused('Two tables of the archive share an entry.');
  return matched;
}

/** The queues of waiting jobs, which must exist before their rows. */
async function queuesOf(archive: SchoolArchive, tables: readonly Matched[]): Promise<string[]> {
  const jobs = tables.find(({ schema }) => schema === 'pgboss')?.archived;
  if (!jobs || jobs.rows === 0) return [];
  const names = new Set<string>();
  for await (const { name, content } of archive.entries()) {
    if (name !== jobs.entry) continue;
    for await (const rows of rowBatches(content())) {
      for (const row of JSON.parse(rows) as { name?: unknown }[]) names.add(String(row.name));
    }
  }
  const strange = [...names].find((name) => !carriedJobs.includes(name));
  if (strange !== undefined) throw new ArchiveRefused(`The archive has jobs that are not imported: ${strange}.`);
  return [...names];
}

async function load(client: pg.Client, archive: SchoolArchive, tables: readonly Matched[], options: Options) {
  const { files, progress, now, passwordHash, sendMail = false } = options;
  const run = runOnClient(client);
  const added = { password_hash: passwordHash, password_removed_at: now() };
  const stored: string[] = [];
  await client.query('BEGIN');
  try {
    const resume = await suspendRules(client);
    await emptySchool(client);
    const byEntry = new Map(tables.map((table) => [table.archived.entry, table]));
    for await (const { name, content } of archive.entries()) {
      const table = byEntry.get(name);
      if (!table) continue;
      byEntry.delete(name);
      for await (const rows of rowBatches(content())) await insertRows(client, table, rows, added);
      await compare(run, table);
      progress(`${table.name}: ${table.archived.rows} rows`);
    }
    const [lacking] = byEntry.values();
    if (lacking) throw new ArchiveRefused(`The archive has no rows of ${lacking.name}.`);
    await setSequences(client, await knownSequences(client, archive.manifest.sequences));
    await resume();
    const keys = new Set(await listFileKeys(run, fileColumns));
    await storeFiles(archive, files, keys, stored);
    progress(`files: ${stored.length}`);
    // In the same transaction: a copy is never there without its mark.
    if (!sendMail) await markAsCopy(client, now());
    await client.query('COMMIT');
  } catch (error) {
    // When the connection is lost, PostgreSQL has rolled back already.
    await client.query('ROLLBACK').catch(() => undefined);
    for (const key of stored) await files.remove(key);
    throw error;
  }
  const rows = tables.reduce((sum, { archived }) => sum + archived.rows, 0);
  const people = tables.find(({ schema, name }) => schema === 'public' && name === 'users')?.archived.rows ?? 0;
  return { rows, people, tables: tables.length, files: stored.length, createdAt: archive.manifest.createdAt };
}

async function compare(run: Parameters<typeof fingerprint>[0], table: Matched): Promise<void> {
  const { rows, hash } = await fingerprint(run, table);
  if ((await countForeignRows(run, table)) > 0) {
    throw new ArchiveRefused(`The archive has rows of ${table.name} that are not imported.`);
  }
  if (rows === table.archived.rows && hash === table.archived.hash) return;
  throw new ArchiveRefused(`${table.name} does not come back as it was: ${rows} of ${table.archived.rows} rows.`);
}

async function knownSequences(client: pg.Client, sequences: Sequences): Promise<Sequences> {
  const there = await listRelations(client, Object.keys(sequences).map(sequenceSql));
  return Object.fromEntries(Object.entries(sequences).filter(([name]) => there.has(sequenceSql(name))));
}

/**
 * Refuses a file store that has a file of the archive, before anything is stored: it belongs to another school, and a
 * failed import would remove its files.
 */
async function refuseStored({ entries, manifest }: SchoolArchive, files: Files): Promise<void> {
  const refuse = async (key: string) => {
    const there = await files.read(key);
    if (!there) return;
    there.stream.destroy();
    throw new Error(`The file store has ${key} already. Import into an empty file store.`);
  };
  for await (const { name } of entries()) if (name.startsWith(FILES)) await refuse(name.slice(FILES.length));
  // A row names them as well, so its school would remove them.
  for (const key of manifest.missingFiles) await refuse(key);
}

/** Stores each file that a row names, once. A file that no row names is refused, and so is a row whose file is absent. */
async function storeFiles(archive: SchoolArchive, files: Files, keys: Set<string>, stored: string[]): Promise<void> {
  for await (const { name, content } of archive.entries()) {
    if (!name.startsWith(FILES)) continue;
    const key = name.slice(FILES.length);
    if (!keys.delete(key)) throw new ArchiveRefused(`No row of the archive names the file ${key}.`);
    stored.push(key);
    await putStream(files, key, content());
  }
  for (const key of archive.manifest.missingFiles) keys.delete(key);
  const [lacking] = keys;
  if (lacking) throw new ArchiveRefused(`The archive lacks the file ${lacking}.`);
}
