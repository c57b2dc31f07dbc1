import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { connect } from '#server/db/connect.ts';
import { connectionTo } from '#server/db/primary.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { startPostgresPair } from '#server/testing/postgres-pair.ts';
import { type ServerProcess, startServerProcess } from '#server/testing/server-process.ts';
import { honest, startWriters } from '#server/testing/writers.ts';

/** DATABASE_URL with two hosts, a real standby, and a failover under load. */
let pair: Awaited<ReturnType<typeof startPostgresPair>>;
let server: ServerProcess;
let teacher: Person;

beforeAll(async () => {
  pair = await startPostgresPair();
  server = await startServerProcess(join(pair.directory, 'data'), { DATABASE_URL: pair.url });
  const { db } = connect(connectionTo(pair.url), { warn: () => undefined }, 1);
  teacher = await createPerson(db, { role: 'teacher', now: new Date() });
  await db.destroy();
}, 60_000);

afterAll(async () => {
  server?.kill('SIGTERM');
  await server?.ended;
  await pair?.stop();
});

const namesOn = async (which: 'first' | 'second') =>
  new Set((await pair.query<{ name: string }>(which, 'SELECT name FROM subjects')).map(({ name }) => name));

test('the standby takes over: nothing acknowledged is lost, and the dead primary that comes back gets no write', async () => {
  const writers = startWriters({ urls: [server.url], cookie: teacher.cookie, clients: 4, name: 'Matéria' });
  const more = async () => {
    const before = writers.acknowledged.length;
    await vi.waitFor(() => expect(writers.acknowledged.length).toBeGreaterThan(before + 20), { timeout: 20_000 });
  };
  await more();
  await pair.killFirst();
  await pair.promoteSecond();
  await more();

  await pair.bringFirstBackStale();
  const frozen = await namesOn('first');
  // Its connections break, and new connections find two servers that take writes.
  await pair.query(
    'second',
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name ~ 'alvorada'",
  );
  await more();
  await writers.stop();

  expect(await namesOn('first')).toEqual(frozen);
  const stored = await namesOn('second');
  expect(writers.acknowledged.filter((name) => !stored.has(name))).toEqual([]);
  expect(writers.attempts.filter((attempt) => !honest(attempt))).toEqual([]);
  expect(server.lines.filter((line) => line.includes('another database server takes the writes now'))).toHaveLength(1);

  // A process that has not seen the failover also chooses the server with the later timeline.
  const { db } = connect(connectionTo(`${pair.url}&application_name=fresh`), { warn: () => undefined }, 1);
  const { port } = await db
    .selectNoFrom((eb) => eb.fn<number>('inet_server_port', []).as('port'))
    .executeTakeFirstOrThrow();
  await db.destroy();
  expect(pair.names[1]).toBe(`127.0.0.1:${port}`);
});
