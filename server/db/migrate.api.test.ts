import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeEach, expect, inject, test, vi } from 'vitest';
import { cloneDatabase, dropDatabase } from '#server/testing/cluster.ts';
import type { Connection } from './connect.ts';
import { migrate } from './migrate.ts';

/** Runs on a clone of the migrated template, with a separate folder of migrations beside the applied ones. */
const name = `migrate-${process.pid}`;
let connection: Connection;
let folder: string;
let client: pg.Client;

beforeEach(async () => {
  connection = await cloneDatabase(inject('cluster'), name);
  folder = await mkdtemp(join(tmpdir(), 'alvorada-migrations-'));
  client = new pg.Client(connection);
  await client.connect();
});
afterEach(async () => {
  await client.end();
  await rm(folder, { recursive: true, force: true });
});
afterAll(() => dropDatabase(inject('cluster'), name));

const write = (file: string, sql: string) => writeFile(join(folder, file), sql);
const applied = async () =>
  (await client.query("SELECT name FROM migrations WHERE name LIKE '9%' ORDER BY name")).rows.map(
    (row: { name: string }) => row.name,
  );
const exists = async (table: string) =>
  (await client.query('SELECT to_regclass($1) AS found', [table])).rows[0].found !== null;

/** Ends the connection of a migration that sleeps. */
async function loseMigration() {
  const { rows } = await client.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'alvorada-migrate%' AND query LIKE '%pg_sleep%' AND datname = current_database()",
  );
  expect(rows).toHaveLength(1);
}

test('missing migrations are applied once, in order', async () => {
  await write('9002_second.sql', 'INSERT INTO fruit VALUES (1);');
  await write('9001_first.sql', 'CREATE TABLE fruit (id int);');
  await write('notes.txt', 'no migration');
  expect(await migrate(connection, folder)).toEqual(['9001_first.sql', '9002_second.sql']);
  expect(await migrate(connection, folder)).toEqual([]);
  expect((await client.query('SELECT id FROM fruit')).rows).toHaveLength(1);
});

test('a failing migration is named and rolled back, and earlier ones stay applied', async () => {
  await write('9001_first.sql', 'CREATE TABLE fruit (id int);');
  await write('9002_broken.sql', 'CREATE TABLE half (id int); INSERT INTO nowhere VALUES (1);');
  await write('9003_third.sql', 'CREATE TABLE later (id int);');
  await expect(migrate(connection, folder)).rejects.toThrow(/9002_broken\.sql failed and was rolled back: .*nowhere/);
  expect(await applied()).toEqual(['9001_first.sql']);
  expect([await exists('fruit'), await exists('half'), await exists('later')]).toEqual([true, false, false]);

  await write('9002_broken.sql', 'CREATE TABLE half (id int);');
  expect(await migrate(connection, folder)).toEqual(['9002_broken.sql', '9003_third.sql']);
});

test('a new database takes all migrations in one message, and a failing one is named all the same', async () => {
  await client.query('DELETE FROM migrations');
  await write('9001_first.sql', "CREATE TABLE fruit (id int, note text DEFAULT 'it''s; COMMIT'); -- no line end");
  await write('9002_broken.sql', 'CREATE TABLE half (id int); INSERT INTO nowhere VALUES (1);');
  await write('9003_third.sql', 'CREATE TABLE later (id int);');
  await expect(migrate(connection, folder)).rejects.toThrow(/9002_broken\.sql failed and was rolled back: .*nowhere/);
  expect(await applied()).toEqual(['9001_first.sql']);
  expect([await exists('fruit'), await exists('half'), await exists('later')]).toEqual([true, false, false]);

  await client.query('DELETE FROM migrations');
  await client.query('DROP TABLE fruit');
  await write('9002_broken.sql', 'CREATE TABLE half (id int);');
  expect(await migrate(connection, folder)).toEqual(['9001_first.sql', '9002_broken.sql', '9003_third.sql']);
  expect(await migrate(connection, folder)).toEqual([]);
});

test('a migration that was changed after it was applied stops the start', async () => {
  await write('9001_first.sql', 'CREATE TABLE fruit (id int);');
  await migrate(connection, folder);
  await write('9001_first.sql', 'CREATE TABLE fruit (id bigint);');
  await expect(migrate(connection, folder)).rejects.toThrow('The migration 9001_first.sql was changed');
});

test('several processes that start together apply each migration once', async () => {
  await write('9001_first.sql', 'CREATE TABLE fruit (id int); SELECT pg_sleep(0.1);');
  await write('9002_second.sql', 'INSERT INTO fruit VALUES (1);');
  const results = await Promise.all(Array.from({ length: 5 }, () => migrate(connection, folder)));
  expect(results.filter((done) => done.length === 2)).toHaveLength(1);
  expect(results.filter((done) => done.length === 0)).toHaveLength(4);
  expect((await client.query('SELECT id FROM fruit')).rows).toHaveLength(1);
});

test('the lock is free again after a failure', async () => {
  await write('9001_broken.sql', 'nonsense');
  await expect(migrate(connection, folder)).rejects.toThrow('9001_broken.sql');
  await write('9001_broken.sql', 'SELECT 1;');
  expect(await migrate(connection, folder)).toEqual(['9001_broken.sql']);
});

test('a migration of a table in use does not block other sessions, and runs when the table is free', async () => {
  await write('9001_column.sql', 'ALTER TABLE subjects ADD COLUMN colour text;');
  const old = new pg.Client(connection);
  await old.connect();
  await old.query('BEGIN; SELECT * FROM subjects');
  const migrating = migrate(connection, folder);
  // Without its limit the waiting migration would block the next reader for ever.
  const waits = async () =>
    (await client.query("SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'ALTER%'"))
      .rowCount === 1;
  await vi.waitFor(async () => expect(await waits()).toBe(true), { timeout: 5000, interval: 10 });
  await client.query('SELECT count(*) FROM subjects');
  await old.query('COMMIT');
  expect(await migrating).toEqual(['9001_column.sql']);
  expect((await client.query('SELECT colour FROM subjects')).rows).toEqual([]);
  await old.end();
});

/** A session of the release before that writes two tables in the order opposite to a migration's. */
async function startOppositeWriter() {
  const old = new pg.Client(connection);
  await old.connect();
  await old.query('BEGIN; UPDATE exams SET name = name WHERE false');
  return old;
}
const twoTables = 'ALTER TABLE subjects ADD COLUMN colour text; ALTER TABLE exams ADD COLUMN colour text;';
const migrationWaits = () =>
  vi.waitFor(
    async () => {
      const { rowCount } = await client.query(
        "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND application_name LIKE 'alvorada-migrate%' AND datname = current_database()",
      );
      expect(rowCount).toBe(1);
    },
    { timeout: 5000, interval: 5 },
  );

test('a migration of two tables that a working server writes in the other order gives way and is applied', async () => {
  await write('9001_columns.sql', twoTables);
  const old = await startOppositeWriter();
  try {
    const migrating = migrate(connection, folder);
    await migrationWaits();
    // Both wait for each other now: one of them is cancelled, and it is never the one who serves people.
    await old.query('UPDATE subjects SET name = name WHERE false');
    await old.query('COMMIT');
    expect(await migrating).toEqual(['9001_columns.sql']);
  } finally {
    await old.end();
  }
});

test('a deadlock that the migration completes is given up by the migration, not by the server', async () => {
  // The server waits first: by its own check it would be the one to go.
  await write(
    '9001_columns.sql',
    `ALTER TABLE subjects ADD COLUMN colour text; SELECT pg_advisory_xact_lock(9); ALTER TABLE exams ADD COLUMN colour text;`,
  );
  await client.query('SELECT pg_advisory_lock(9)');
  const old = await startOppositeWriter();
  try {
    const migrating = migrate(connection, folder);
    await migrationWaits();
    const writing = old.query('UPDATE subjects SET name = name WHERE false');
    await client.query('SELECT pg_advisory_unlock(9)');
    await writing;
    await old.query('COMMIT');
    expect(await migrating).toEqual(['9001_columns.sql']);
  } finally {
    await old.end();
  }
});

test('a migration that meets a deadlock at every try gives up after a bounded number of them, and says why', async () => {
  await write('9001_deadlock.sql', "DO $$ BEGIN RAISE EXCEPTION 'deadlock detected' USING ERRCODE = '40P01'; END $$;");
  const paused: number[] = [];
  const migrating = migrate(connection, folder, undefined, { pause: async (ms) => void paused.push(ms) });
  await expect(migrating).rejects.toThrow(
    /9001_deadlock\.sql failed and was rolled back: deadlock detected \(120 tries\)/,
  );
  expect(paused).toHaveLength(119);
});

test('a process that waits for the lock reports its holder, and goes on when the lock is free', async () => {
  await client.query("SET application_name = 'another start'");
  await client.query('SELECT pg_advisory_lock(7261001)');
  const told = Promise.withResolvers<string>();
  const waiting = migrate(connection, folder, undefined, { tell: told.resolve });
  expect(await told.promise).toMatch(
    /^waiting for the migration lock: held by "another start", database process \d+, connected since /,
  );
  await client.query('SELECT pg_advisory_unlock(7261001)');
  expect(await waiting).toEqual([]);
});

test('a process that waits for the lock gives up after its limit, and has reported the holder, however slow the machine', async () => {
  await client.query("SET application_name = 'another start'");
  await client.query('SELECT pg_advisory_lock(7261001)');
  const told: string[] = [];
  const waiting = migrate(connection, folder, undefined, { tell: (line) => told.push(line), patienceMs: 0 });
  await expect(waiting).rejects.toThrow(
    /^The migration lock was not free within 0 s: held by "another start", database process \d+, connected since /,
  );
  expect(told).toEqual([expect.stringMatching(/^waiting for the migration lock: held by "another start"/)]);
  await client.query('SELECT pg_advisory_unlock(7261001)');
});

test('a connection that is lost midway gives one clear error and leaves nothing half applied', async () => {
  await write('9001_slow.sql', 'CREATE TABLE half (id int); SELECT pg_sleep(60);');
  const migrating = migrate(connection, folder);
  const failed = expect(migrating).rejects.toThrow(/^The migration 9001_slow\.sql failed and was rolled back: /);
  await vi.waitFor(loseMigration);
  await failed;
  expect(await exists('half')).toBe(false);
});

test('a connection that is lost while a new database is migrated gives one clear error', async () => {
  await client.query('DELETE FROM migrations');
  await write('9001_slow.sql', 'CREATE TABLE half (id int); SELECT pg_sleep(60);');
  const failed = expect(migrate(connection, folder)).rejects.toThrow(/^The new database was not migrated: /);
  await vi.waitFor(loseMigration);
  await failed;
  expect(await exists('half')).toBe(false);
});
