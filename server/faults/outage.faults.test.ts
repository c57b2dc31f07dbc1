import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { connect } from '#server/db/connect.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { watchOutage } from '#server/testing/outage.ts';
import { startOutsidePostgres } from '#server/testing/outside-postgres.ts';
import { type ServerProcess, startServerProcess } from '#server/testing/server-process.ts';
import { honest, startWriters } from '#server/testing/writers.ts';

/** The database fails in every way it can; the server stays up, reports it, and recovers without a restart. */
/** `npm run test:faults:long` takes a whole minute. */
const OUTAGE_MS = 1500;
const METRICS_TOKEN = 'um-segredo-bem-comprido';

let directory: string;
let database: Awaited<ReturnType<typeof startOutsidePostgres>>;
let server: ServerProcess;
let teacher: Person;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'alvorada-outage-'));
  await chmod(directory, 0o711);
  database = await startOutsidePostgres(join(directory, 'outside'));
  server = await startServerProcess(join(directory, 'data'), { DATABASE_URL: database.url, METRICS_TOKEN });
  const { db } = connect(database.connection, { warn: () => undefined }, 1);
  teacher = await createPerson(db, { role: 'teacher', now: new Date() });
  await db.destroy();
}, 60_000);

afterAll(async () => {
  server?.kill('SIGTERM');
  await server?.ended;
  await database?.stop();
  await rm(directory, { recursive: true, force: true, maxRetries: 20 });
});

async function ask(path: string) {
  const response = await fetch(`${server.url}${path}`, { headers: { cookie: teacher.cookie } });
  await response.arrayBuffer();
  return { status: response.status };
}

const untilAnswered = (path: string, status: number, timeout: number) =>
  vi.waitFor(async () => expect((await ask(path)).status).toBe(status), { timeout, interval: 50 });

async function scrape(): Promise<string> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  return (await fetch(`${server.url}/metrics`, { headers })).text();
}

async function storedNames(prefix: string): Promise<string[]> {
  const client = new pg.Client(database.connection);
  await client.connect();
  const { rows } = await client.query<{ name: string }>('SELECT name FROM subjects WHERE starts_with(name, $1)', [
    prefix,
  ]);
  await client.end();
  return rows.map(({ name }) => name);
}

/** No acknowledged write is missing, none is stored twice, and every failed attempt got an honest refusal. */
async function expectAllKept(writers: ReturnType<typeof startWriters>, name: string): Promise<void> {
  const stored = await storedNames(name);
  expect(new Set(stored).size).toBe(stored.length);
  expect(writers.acknowledged.filter((written) => !stored.includes(written))).toEqual([]);
  expect(writers.attempts.filter((attempt) => !honest(attempt))).toEqual([]);
}

const ways: [string, { leave: () => Promise<void>; back: () => Promise<void> }][] = [
  ['is restarted', { leave: () => database.stop(), back: () => database.bringBack() }],
  ['crashes', { leave: () => database.crash(), back: () => database.bringBack() }],
  ['hangs', { leave: () => database.freeze(), back: () => database.thaw() }],
];

test.each(ways)(
  'a database that %s loses no acknowledged write, and everything is back by itself',
  async (how, way) => {
    const name = `Matéria (${how})`;
    const writers = startWriters({ urls: [server.url], cookie: teacher.cookie, clients: 4, name });
    await vi.waitFor(() => expect(writers.acknowledged.length).toBeGreaterThan(20), { timeout: 30_000 });

    await way.leave();
    await untilAnswered('/readyz', 503, 30_000);
    // A hanging database is detected by its silence; until then cached answers are still sent.
    await untilAnswered('/api/auth/user', 503, 30_000);
    const { wrong } = await watchOutage({ url: server.url, cookie: teacher.cookie, forMs: OUTAGE_MS });
    const figures = await scrape();
    expect(figures).toContain('\nalvorada_database_up 0');
    expect(figures).toContain('\nalvorada_ready 0');
    expect(figures).not.toMatch(/\nalvorada_(?:backup_made|last_backup_timestamp_seconds) /);

    const before = writers.acknowledged.length;
    await way.back();
    await untilAnswered('/readyz', 200, 30_000);
    await vi.waitFor(() => expect(writers.acknowledged.length).toBeGreaterThan(before + 10), { timeout: 30_000 });

    await writers.stop();
    expect(wrong).toEqual([]);
    await expectAllKept(writers, name);
    expect((await ask('/api/auth/user')).status).toBe(200);
  },
);

test('a slow database blocks no request for long, and calls that do not need it still work', async () => {
  const blocker = new pg.Client(database.connection);
  await blocker.connect();
  await blocker.query('BEGIN; LOCK TABLE subjects IN ACCESS EXCLUSIVE MODE');
  const name = 'Matéria lenta';
  const writers = startWriters({ urls: [server.url], cookie: teacher.cookie, clients: 30, name });
  const began = performance.now();
  const seen: { status: number }[] = [];
  while (performance.now() - began < 4000) {
    expect((await ask('/healthz')).status).toBe(200);
    seen.push(await ask('/api/auth/user'));
  }
  expect(seen.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
  expect(writers.acknowledged).toEqual([]);
  // Each request is answered while the lock is still held.
  await vi.waitFor(() => expect(writers.attempts.length).toBeGreaterThan(30), { timeout: 30_000 });

  await blocker.query('ROLLBACK');
  await blocker.end();
  await vi.waitFor(() => expect(writers.acknowledged.length).toBeGreaterThan(30), { timeout: 30_000 });
  await writers.stop();
  await expectAllKept(writers, name);
});

test('background work goes on after the outage', async () => {
  await fetch(`${server.url}/api/password/forgot`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: teacher.email }),
  });
  const client = new pg.Client(database.connection);
  await client.connect();
  await vi.waitFor(
    async () => {
      const { rows } = await client.query(`SELECT state FROM pgboss.job WHERE name = 'mail'`);
      expect(rows).toEqual([{ state: 'completed' }]);
    },
    { timeout: 20_000, interval: 200 },
  );
  await client.end();
});
