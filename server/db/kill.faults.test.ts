import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type ServerProcess, startAndFail, startServerProcess } from '#server/testing/server-process.ts';

/** The real server, its own database, requests over HTTP, and kill -9 in the middle. */
/** `npm run test:faults:long` runs 200 rounds. */
const ROUNDS = 5;
const CLIENTS = 3;

let dataDir: string;
let server: ServerProcess | undefined;
let serial = 0;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'alvorada-kill-'));
  // As root the database runs under another account, which has to pass through.
  await chmod(dataDir, 0o711);
});
afterEach(async () => {
  server?.kill('SIGKILL');
  await server?.ended;
});
// The PostgreSQL of a killed server may still be writing its last files.
afterAll(() => rm(dataDir, { recursive: true, force: true, maxRetries: 20 }));

async function start(): Promise<ServerProcess> {
  server = await startServerProcess(dataDir);
  return server;
}

const send = (url: string, body: object, headers = {}) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

/** Registers a new student; returns the username after a 201. */
async function registerOne({ url }: ServerProcess): Promise<string> {
  serial += 1;
  const username = `aluno${serial}`;
  const response = await send(`${url}/api/register`, {
    username,
    email: `${username}@exemplo.com.br`,
    password: 'segredo1',
    confirmPassword: 'segredo1',
    firstName: 'Ana',
    lastName: 'Silva',
  });
  expect(response.status).toBe(201);
  return username;
}

async function loginAsAdmin({ url }: ServerProcess): Promise<string> {
  const response = await send(`${url}/api/login`, { username: 'admin', password: 'segredo-do-admin' });
  expect(response.status).toBe(200);
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

type Row = { username: string; role: string; paymentStatus: string | null };

async function students({ url }: ServerProcess, cookie: string): Promise<Row[]> {
  const response = await fetch(`${url}/api/admin/users`, { headers: { cookie } });
  expect(response.status).toBe(200);
  return ((await response.json()) as Row[]).filter(({ role }) => role === 'student');
}

describe('the server', () => {
  test(`keeps every acknowledged registration over ${ROUNDS} kills`, async () => {
    const acknowledged: string[] = [];
    let cookie = '';
    for (let round = 0; round < ROUNDS; round += 1) {
      const running = await start();
      cookie ||= await loginAsAdmin(running);
      const found = await students(running, cookie);
      const names = new Set(found.map(({ username }) => username));
      expect(acknowledged.filter((username) => !names.has(username))).toEqual([]);
      // A student and the payment are written together or not at all.
      expect(found.filter(({ paymentStatus }) => paymentStatus !== 'pending')).toEqual([]);

      const killAfter = acknowledged.length + 1 + (round % 4);
      const client = async () => {
        for (;;) {
          acknowledged.push(await registerOne(running));
          if (acknowledged.length >= killAfter) running.kill('SIGKILL');
        }
      };
      // Each client ends with the connection that the kill has broken.
      const endings = await Promise.allSettled(Array.from({ length: CLIENTS }, client));
      for (const ending of endings) expect(ending).toMatchObject({ reason: { message: 'fetch failed' } });
      expect(await running.ended).toBeNull();
    }
    const last = await students(await start(), cookie);
    const names = last.map(({ username }) => username);
    expect(names).toEqual(expect.arrayContaining(acknowledged));
    expect(acknowledged.length).toBeGreaterThanOrEqual(ROUNDS);
  });

  test('refuses to start on a directory in use, and names the other server', async () => {
    const first = await start();
    const { code, said } = await startAndFail(dataDir);
    expect(code).toBe(1);
    expect(said).toContain(String(first.pid));
    expect(said.trimEnd().split('\n')).toHaveLength(1);
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
  });

  test('answers running requests before it ends by SIGTERM, and loses none of them', async () => {
    const running = await start();
    const cookie = await loginAsAdmin(running);
    const requests = Array.from({ length: 8 }, () => registerOne(running));
    // Hashes run two at a time: when the first is answered, the others are in the middle.
    await Promise.race(requests);
    running.kill('SIGTERM');
    // None of the requests is cut off.
    const answered = await Promise.all(requests);
    expect(await running.ended).toBe(0);
    const names = (await students(await start(), cookie)).map(({ username }) => username);
    expect(names).toEqual(expect.arrayContaining(answered));
  });

  test('does not wait for ever for a client that never finishes its request', async () => {
    const running = await start();
    const socket = connect(Number(new URL(running.url).port), '127.0.0.1');
    await once(socket, 'connect');
    socket.on('error', () => undefined);
    socket.write('POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{');
    // The answer to a later request shows that the partial request has arrived.
    expect((await fetch(`${running.url}/healthz`)).status).toBe(200);
    running.kill('SIGTERM');
    // The client keeps its socket open: only the server can end this.
    expect(await running.ended).toBe(0);
    socket.destroy();
  });
});
