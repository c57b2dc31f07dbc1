import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { connect } from '#server/db/connect.ts';
import type { Db } from '#server/db/handle.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { startOutsidePostgres } from '#server/testing/outside-postgres.ts';
import { type ServerProcess, startServerProcess } from '#server/testing/server-process.ts';
import { honest, startWriters } from '#server/testing/writers.ts';

const METRICS_TOKEN = 'um-segredo-bem-comprido';

/** Two servers on one database, as on two machines: no relevant state may exist in only one of them. */
let directory: string;
let database: Awaited<ReturnType<typeof startOutsidePostgres>>;
let db: Db;
let servers: [ServerProcess, ServerProcess];
let admin: Person;

const start = (name: string) =>
  startServerProcess(join(directory, name), {
    DATABASE_URL: database.url,
    SESSION_SECRET: 'the same secret in every process',
    RATE_LIMIT: 'on',
    METRICS_TOKEN,
  });

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'alvorada-processes-'));
  await chmod(directory, 0o711);
  database = await startOutsidePostgres(join(directory, 'outside'));
  // Started together on an empty database: one migrates and creates the administrator, the other waits.
  servers = await Promise.all([start('one'), start('two')]);
  db = connect(database.connection, { warn: () => undefined }, 1).db;
  admin = await createPerson(db, { role: 'admin', now: new Date() });
}, 60_000);

afterAll(async () => {
  await db?.destroy();
  for (const server of servers ?? []) server.kill('SIGTERM');
  await Promise.all((servers ?? []).map(({ ended }) => ended));
  await database?.stop();
  await rm(directory, { recursive: true, force: true, maxRetries: 20 });
});

const call = (server: ServerProcess, method: string, path: string, as?: { cookie: string }, body?: object) =>
  fetch(`${server.url}${path}`, {
    method,
    headers: { ...(as ? { cookie: as.cookie } : {}), ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });

const statusOf = async (...args: Parameters<typeof call>) => (await call(...args)).status;

test('two processes that start together create one administrator', async () => {
  const admins = await db.selectFrom('users').select('username').where('username', '=', 'admin').execute();
  expect(admins).toHaveLength(1);
});

test('a user blocked in one process is out in the other at once, and so is an ended session', async () => {
  const [one, two] = servers;
  const blocked = await createPerson(db, { now: new Date() });
  const leaving = await createPerson(db, { now: new Date() });
  for (const person of [blocked, leaving]) expect(await statusOf(two, 'GET', '/api/auth/user', person)).toBe(200);
  const path = `/api/admin/users/${blocked.id}/status`;
  expect(await statusOf(one, 'PATCH', path, admin, { status: 'blocked' })).toBe(200);
  expect(await statusOf(one, 'POST', '/api/logout', leaving)).toBe(200);
  // The second process caches sessions for half a minute; the bus must be much faster than that.
  await vi.waitFor(
    async () => {
      for (const person of [blocked, leaving]) expect(await statusOf(two, 'GET', '/api/auth/user', person)).toBe(401);
    },
    { timeout: 2000, interval: 20 },
  );
});

test('failed logins are counted across both processes', async () => {
  const guess = (server: ServerProcess) =>
    statusOf(server, 'POST', '/api/login', undefined, { username: 'admin', password: 'errada' });
  for (let round = 0; round < 5; round += 1) for (const server of servers) expect(await guess(server)).toBe(401);
  for (const server of servers) expect(await guess(server)).toBe(429);
});

test('requests per minute are counted across both processes', async () => {
  const [one, two] = servers;
  const burst = async (server: ServerProcess, times: number) => {
    const statuses: number[] = [];
    for (let n = 0; n < times; n += 1) statuses.push(await statusOf(server, 'POST', '/api/logout'));
    return statuses.filter((status) => status === 200).length;
  };
  // Neither process reaches 300 alone; a new minute may begin in the middle, so the burst is repeated.
  await vi.waitFor(
    async () => {
      await Promise.all([burst(one, 160), burst(two, 160)]);
      await vi.waitFor(async () => expect(await statusOf(two, 'POST', '/api/logout')).toBe(429), {
        timeout: 3000,
        interval: 200,
      });
      expect(await statusOf(one, 'POST', '/api/logout')).toBe(429);
    },
    { timeout: 40_000, interval: 0 },
  );
});

test('an e-mail is sent once', async () => {
  const mails = async () =>
    (await Promise.all(['one', 'two'].map((name) => readdir(join(directory, name, 'mail')).catch(() => [])))).flat();
  const before = (await mails()).length;
  const teacher = await createPerson(db, { role: 'teacher', status: 'pending', now: new Date() });
  const path = `/api/admin/users/${teacher.id}/status`;
  const both = await Promise.all(servers.map((server) => statusOf(server, 'PATCH', path, admin, { status: 'active' })));
  expect(both).toEqual([200, 200]);
  await vi.waitFor(async () => expect(await mails()).toHaveLength(before + 1), { timeout: 15_000, interval: 100 });
  const { count } = await db
    .selectFrom('audit_events')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('subject', '=', `user:${teacher.id}`)
    .executeTakeFirstOrThrow();
  expect(Number(count)).toBe(1);
});

test('no acknowledged write is lost while one process is killed repeatedly and the other goes on', async () => {
  const teacher = await createPerson(db, { role: 'teacher', now: new Date() });
  // The limit is 300 writes per person and minute: few clients, and two bursts.
  const writers = startWriters({
    urls: servers.map(({ url }) => url),
    cookie: teacher.cookie,
    clients: 2,
    name: 'Matéria',
    most: 200,
  });
  for (let round = 1; round <= 2; round += 1) {
    await vi.waitFor(() => expect(writers.acknowledged.length).toBeGreaterThan(round * 15), { timeout: 20_000 });
    servers[0].kill('SIGKILL');
    await servers[0].ended;
    const port = new URL(servers[0].url).port;
    servers[0] = await startServerProcess(join(directory, 'one'), {
      DATABASE_URL: database.url,
      SESSION_SECRET: 'the same secret in every process',
      PORT: port,
    });
  }
  const before = writers.acknowledged.length;
  await vi.waitFor(() => expect(writers.acknowledged.length).toBeGreaterThan(before + 10), { timeout: 20_000 });
  await writers.stop();
  const rows = await db.selectFrom('subjects').select('name').execute();
  const stored = new Set(rows.map(({ name }) => name));
  expect(writers.acknowledged.filter((name) => !stored.has(name))).toEqual([]);
  expect(writers.attempts.filter((attempt) => !honest(attempt))).toEqual([]);
});

test('a process that was killed answers no scrape, and the other one reports itself', async () => {
  const [one, two] = servers;
  const scrape = ({ url }: ServerProcess) =>
    fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
  one.kill('SIGKILL');
  await one.ended;
  await expect(scrape(one)).rejects.toThrow('fetch failed');
  expect(await (await scrape(two)).text()).toMatch(/^alvorada_info\{version="[^"]+"\} 1$/m);
});
