import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { connect as connectSocket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '#server/db/connect.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { startOutsidePostgres } from '#server/testing/outside-postgres.ts';
import { type ServerProcess, startServerProcess } from '#server/testing/server-process.ts';

/** More load than the server can take: it answers what it can, and refuses the remainder. */
let directory: string;
let database: Awaited<ReturnType<typeof startOutsidePostgres>>;
let server: ServerProcess;
let student: Person;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'alvorada-overload-'));
  await chmod(directory, 0o711);
  database = await startOutsidePostgres(join(directory, 'outside'));
  server = await startServerProcess(join(directory, 'data'), { DATABASE_URL: database.url });
  const { db } = connect(database.connection, { warn: () => undefined }, 1);
  student = await createPerson(db, { now: new Date() });
  await db.destroy();
}, 60_000);

afterAll(async () => {
  server?.kill('SIGTERM');
  await server?.ended;
  await database?.stop();
  await rm(directory, { recursive: true, force: true, maxRetries: 20 });
});

async function timed(
  path: string,
  init?: RequestInit,
): Promise<{ status: number; ms: number; retryAfter: string | null }> {
  const began = performance.now();
  const response = await fetch(`${server.url}${path}`, init);
  await response.arrayBuffer();
  return { status: response.status, ms: performance.now() - began, retryAfter: response.headers.get('retry-after') };
}

const login = (number: number) =>
  timed('/api/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: `ninguem${number}`, password: 'errada' }),
  });

const readSession = () => timed('/api/auth/user', { headers: { cookie: student.cookie } });

test('a flood of logins is throttled and does not starve readers', async () => {
  const alone = await Promise.all(Array.from({ length: 20 }, readSession));
  let flooding = true;
  const flood = Promise.all(Array.from({ length: 400 }, (_, number) => login(number))).finally(() => {
    flooding = false;
  });
  const readers: Awaited<ReturnType<typeof timed>>[] = [];
  while (flooding) readers.push(await readSession());
  const logins = await flood;

  expect(new Set(logins.map(({ status }) => status))).toEqual(new Set([401, 503]));
  const refused = logins.filter(({ status }) => status === 503);
  expect(refused.length).toBeGreaterThan(100);
  expect(refused.every(({ retryAfter }) => Number(retryAfter) >= 2)).toBe(true);

  expect(readers.every(({ status }) => status === 200)).toBe(true);
  const slowest = (list: { ms: number }[]) =>
    list.map(({ ms }) => ms).sort((a, b) => a - b)[Math.floor(list.length * 0.95)] ?? 0;
  // Readers get slower because they share the CPU, but they never wait in the queue of the hashes (seconds long).
  expect(slowest(readers)).toBeLessThan(Math.max(1000, 20 * slowest(alone)));
  expect(readers.length).toBeGreaterThan(10);
  expect((await readSession()).status).toBe(200);
});

test('requests above the capacity get a 503 at once, and the others are served', async () => {
  const answers = await Promise.all(Array.from({ length: 1400 }, readSession));
  expect(answers.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
  expect(answers.some(({ status }) => status === 200)).toBe(true);
  expect((await timed('/healthz')).status).toBe(200);
  expect((await readSession()).status).toBe(200);
});

/** The response to exactly these bytes on one connection, until the server closes it. */
async function raw(bytes: string): Promise<string> {
  const socket = connectSocket(Number(new URL(server.url).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(bytes);
  return text(socket);
}

test('headers of any size are refused, not stored', async () => {
  const answer = await raw(`GET /healthz HTTP/1.1\r\nHost: x\r\nCookie: a=${'x'.repeat(40_000)}\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1\.1 431 /);
});

test('a body of thousands of levels is refused', async () => {
  const body = `{"username":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;
  const answer = await timed('/api/login', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  expect(answer.status).toBe(400);
});
