import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { connect } from '#server/db/connect.ts';
import { isBehindPooler } from '#server/db/pooler.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { type ServerProcess, startAndFail, startServerProcess } from '#server/testing/server-process.ts';
import { startWriters } from '#server/testing/writers.ts';
import { type PlainPostgres, startPlainPostgres } from './testing/plain-postgres.ts';
import { startPooler } from './testing/pooler.ts';
import { freePort } from './testing/ports.ts';

let postgres: PlainPostgres;
let pooler: Awaited<ReturnType<typeof startPooler>>;
let pooled: string;
let server: ServerProcess;
let teacher: Person;

beforeAll(async () => {
  postgres = await startPlainPostgres();
  pooler = await startPooler(postgres, await freePort());
  pooled = pooler.url;
  server = await startServerProcess(join(postgres.directory, 'data'), {
    DATABASE_URL: pooled,
    DATABASE_DIRECT_URL: postgres.url,
  });
  const { db } = connect({ connectionString: postgres.url }, { warn: () => undefined }, 1);
  teacher = await createPerson(db, { role: 'teacher', now: new Date() });
  await db.destroy();
});

afterAll(async () => {
  server?.kill('SIGTERM');
  await server?.ended;
  await pooler?.stop();
  await postgres?.stop();
});

const ask = async (path: string) => {
  const response = await fetch(`${server.url}${path}`, { headers: { cookie: teacher.cookie } });
  return { status: response.status, retryAfter: response.headers.get('retry-after'), body: await response.text() };
};

test('a pooler and a direct connection are distinguished', async () => {
  expect(await isBehindPooler({ connectionString: pooled })).toBe(true);
  expect(await isBehindPooler({ connectionString: postgres.url })).toBe(false);
});

test('a start through the pooler alone is refused with one line that names the missing variable', async () => {
  const { code, said } = await startAndFail(join(postgres.directory, 'refused'), { DATABASE_URL: pooled });
  expect([code, said]).toEqual([
    1,
    'Configuration: DATABASE_DIRECT_URL: required, because DATABASE_URL leads through a pooler in transaction mode.\n',
  ]);
});

test('connections of the pooler have the time limits, and the start has no warning', async () => {
  const client = new pg.Client({ connectionString: pooled });
  await client.connect();
  const { rows } = await client.query<{ statement_timeout: string }>('SHOW statement_timeout');
  await client.end();
  expect(rows).toEqual([{ statement_timeout: '10s' }]);
  expect(server.lines.filter((line) => line.includes('time limits'))).toEqual([]);
});

test('fifty concurrent writes through the pooler lose nothing', async () => {
  const name = `Turma ${Date.now()}`;
  const writers = startWriters({ urls: [server.url], cookie: teacher.cookie, clients: 50, name });
  await vi.waitFor(() => expect(writers.acknowledged.length).toBeGreaterThan(500), { timeout: 60_000 });
  await writers.stop();
  expect(writers.attempts.filter(({ status }) => status !== 201)).toEqual([]);
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const { rows } = await client.query('SELECT name FROM subjects WHERE starts_with(name, $1)', [name]);
  await client.end();
  expect(rows).toHaveLength(writers.acknowledged.length);
});

test('an outage of the pooler gives a 503 with Retry-After, and its return is noticed without a restart', async () => {
  await pooler.stop();
  await vi.waitFor(async () => expect((await ask('/readyz')).status).toBe(503), { timeout: 10_000 });
  expect(await ask('/api/subjects')).toMatchObject({ status: 503, retryAfter: '2' });
  pooler = await startPooler(postgres, Number(new URL(pooled).port));
  await vi.waitFor(async () => expect((await ask('/readyz')).status).toBe(200), { timeout: 10_000 });
});

test('errors of the pooler itself give a 503, too', async () => {
  const control = new pg.Client({ connectionString: postgres.url.replace('alvorada@', 'owner@') });
  await control.connect();
  // The pooler can no longer log in, and answers its clients with 08P01.
  await control.query('ALTER ROLE alvorada NOLOGIN');
  await control.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'alvorada' AND application_name = 'alvorada'",
  );
  await vi.waitFor(
    async () => {
      const { status, retryAfter } = await ask('/api/subjects');
      expect([status, retryAfter]).toEqual([503, '2']);
      expect(server.lines.join('\n')).toContain('08P01');
    },
    { timeout: 20_000 },
  );
  expect(server.lines.filter((line) => line.includes('"statusCode":500'))).toEqual([]);
  await control.query('ALTER ROLE alvorada LOGIN');
  await control.end();
  await vi.waitFor(async () => expect((await ask('/readyz')).status).toBe(200), { timeout: 20_000 });
});

test('a read-only database fails /readyz, and a write to it gets a 503', async () => {
  const control = new pg.Client({ connectionString: postgres.url.replace('alvorada@', 'owner@') });
  await control.connect();
  const setReadOnly = async (value: 'on' | 'off') => {
    await control.query(`ALTER DATABASE alvorada SET default_transaction_read_only = ${value}`);
    await control.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'alvorada'");
  };
  await setReadOnly('on');
  await vi.waitFor(async () => expect((await ask('/readyz')).body).toContain('só aceita leitura'), { timeout: 20_000 });
  const refused = await fetch(`${server.url}/api/subjects`, {
    method: 'POST',
    headers: { cookie: teacher.cookie, 'content-type': 'application/json', origin: server.url },
    body: JSON.stringify({ name: 'Direito Penal Militar' }),
  });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);
  await setReadOnly('off');
  await control.end();
  await vi.waitFor(async () => expect((await ask('/readyz')).status).toBe(200), { timeout: 20_000 });
});
