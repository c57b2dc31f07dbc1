import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  cloneDatabase,
  createTemplate,
  dropDatabase,
  type RunningTestCluster,
  startTestCluster,
  type TestConnection,
} from './cluster.ts';

let running: RunningTestCluster;
let abandoned: string;

async function query(connection: TestConnection, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

const prepare = async (connection: TestConnection) => {
  await query(connection, 'CREATE TABLE words AS SELECT 1 AS id');
};

beforeAll(async () => {
  abandoned = await mkdtemp(join(tmpdir(), 'alvorada-test-'));
  const { pid } = spawnSync('true');
  await mkdir(join(abandoned, 'postgres'));
  await writeFile(join(abandoned, 'postgres.lock'), JSON.stringify({ pid, started: '1', host: hostname() }));
  running = await startTestCluster();
  await createTemplate(running.cluster, prepare);
}, 30_000);

afterAll(async () => {
  await running.stop();
  await rm(abandoned, { recursive: true, force: true });
});

test('workers clone the template at the same time, each for itself', async () => {
  // Through JSON, as vitest passes it to its workers.
  const cluster = JSON.parse(JSON.stringify(running.cluster));
  const names = [
    'one',
    'two',
    ...['accounts', 'payments'].map((name) => `server/features/${name}/${'x'.repeat(60)}.ts`),
  ];
  const clones = await Promise.all(names.map((name) => cloneDatabase(cluster, name)));
  for (const clone of clones) await query(clone, 'INSERT INTO words VALUES (2)');
  for (const clone of clones) expect(await query(clone, 'SELECT id FROM words')).toEqual([{ id: 1 }, { id: 2 }]);

  const again = await cloneDatabase(cluster, 'one');
  expect(await query(again, 'SELECT id FROM words')).toEqual([{ id: 1 }]);
  await dropDatabase(cluster, 'one');
  await expect(query(again, 'SELECT 1')).rejects.toThrow('does not exist');
});

test('an external server is left as it was', async () => {
  const { admin } = running.cluster;
  const names = 'SELECT datname FROM pg_database ORDER BY datname';
  const before = await query(admin, names);
  const outside = await startTestCluster({ url: admin.connectionString });
  await createTemplate(outside.cluster, prepare);
  const clone = await cloneDatabase(outside.cluster, 'clone');
  expect(await query(clone, 'SELECT id FROM words')).toEqual([{ id: 1 }]);
  expect(await query(admin, names)).toHaveLength(before.length + 2);
  await outside.stop();
  expect(await query(admin, names)).toEqual(before);
});

test('the files of a run that was killed are removed by the next', () => {
  expect(existsSync(abandoned)).toBe(false);
});
