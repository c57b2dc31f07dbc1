import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { connect } from '#server/db/connect.ts';
import { runningEmbedded } from '#server/db/embedded-running.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { type ServerProcess, startServerProcess } from '#server/testing/server-process.ts';
import { startWriters } from '#server/testing/writers.ts';

/** WORKERS=2 with the embedded database: one port, several processes, each of them expendable. */
const token = 'um-segredo-bem-comprido';
let directory: string;
let server: ServerProcess;
let teacher: Person;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'alvorada-workers-'));
  await chmod(directory, 0o711);
  server = await startServerProcess(directory, { WORKERS: '2', METRICS_TOKEN: token, LOG_LEVEL: 'info' });
  const connection = await runningEmbedded(directory);
  if (!connection) throw new Error('The embedded database is not running.');
  const { db } = connect(connection, { warn: () => undefined }, 1);
  teacher = await createPerson(db, { role: 'teacher', now: new Date() });
  await db.destroy();
  await vi.waitFor(() => expect(server.lines.join()).toContain('all workers are listening'), { timeout: 30_000 });
}, 60_000);

afterAll(async () => {
  server?.kill('SIGKILL');
  await server?.ended;
  await rm(directory, { recursive: true, force: true, maxRetries: 20 });
});

/** Children of the first process that are servers; the supervisor of the database is another child. */
function workers(): number[] {
  const children = readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8').trim().split(' ');
  return children
    .filter((pid) => pid !== '')
    .map(Number)
    .filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('main.ts'));
}

const write = () =>
  startWriters({ urls: [server.url], cookie: teacher.cookie, clients: 3, name: `Turma ${Date.now()}` });

test('a worker that is killed is replaced, and the others go on', async () => {
  const [victim = 0, other = 0] = workers();
  process.kill(victim, 'SIGKILL');
  await vi.waitFor(
    () => {
      const now = workers();
      expect(now).toHaveLength(2);
      expect(now).not.toContain(victim);
      expect(now).toContain(other);
    },
    { timeout: 20_000 },
  );
  await vi.waitFor(async () => expect((await fetch(`${server.url}/readyz`)).status).toBe(200), { timeout: 10_000 });
});

test('SIGHUP replaces every worker without losing a single request', async () => {
  const before = workers();
  const writers = write();
  await vi.waitFor(() => expect(writers.acknowledged.length).toBeGreaterThan(10), { timeout: 20_000 });
  server.kill('SIGHUP');
  await vi.waitFor(
    () => {
      const now = workers();
      expect(now).toHaveLength(2);
      expect(now.filter((pid) => before.includes(pid))).toEqual([]);
    },
    { timeout: 100_000, interval: 100 },
  );
  const done = writers.acknowledged.length;
  await vi.waitFor(() => expect(writers.acknowledged.length).toBeGreaterThan(done + 10), { timeout: 20_000 });
  await writers.stop();
  expect(writers.attempts.filter(({ status }) => status !== 201)).toEqual([]);
});

test('metrics are the sum over all workers', async () => {
  const count = async () => {
    const response = await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
    const line = /_count{method="GET",route="\/api\/auth\/user",status="401"} (\d+)/.exec(await response.text());
    return Number(line?.[1] ?? 0);
  };
  const before = await count();
  // Each on a separate connection, so that both workers get some.
  for (let n = 0; n < 10; n += 1) await fetch(`${server.url}/api/auth/user`, { headers: { connection: 'close' } });
  // A worker counts an answer a moment after it was sent.
  await vi.waitFor(async () => expect(await count()).toBe(before + 10), { timeout: 5000 });
});

test('SIGTERM answers running requests, ends all workers, and stops the database', async () => {
  const pids = workers();
  server.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  expect(await runningEmbedded(directory)).toBeNull();
  for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});
