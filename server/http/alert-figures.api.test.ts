import { monitorEventLoopDelay } from 'node:perf_hooks';
import { sql } from 'kysely';
import { expect, test as it } from 'vitest';
import { strayFaults } from '#server/stray-faults.ts';
import { createPerson } from '#server/testing/factories.ts';
import { useTestApp } from '#server/testing/test-app.ts';

/**
 * Each test but the first makes the fault of an alert and reads the figure of its rule. scripts/alert-rules.test.ts has
 * the list.
 */
const METRICS_TOKEN = 'um-segredo-bem-comprido';
const POOL = 3;
// No mail server listens on this port.
const test = useTestApp({
  METRICS_TOKEN,
  DATABASE_POOL: String(POOL),
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'a@b.c',
});

const scrape = async () => {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  return (await test.request({ method: 'GET', url: '/metrics', headers })).body;
};
/** The value of a series; undefined where it is not reported. */
const figure = async (series: string) => {
  const line = (await scrape()).split('\n').find((one) => one.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
};

/** Runs a statement on every connection of the pool, while `meanwhile` runs without a free one. */
async function onEveryConnection(statement: string, meanwhile: () => void = () => undefined): Promise<void> {
  let taken = 0;
  const { promise: all, resolve } = Promise.withResolvers<void>();
  await Promise.all(
    Array.from({ length: POOL }, () =>
      test.deps.db.connection().execute(async (connection) => {
        taken += 1;
        if (taken === POOL) {
          meanwhile();
          resolve();
        }
        await all;
        await sql.raw(statement).execute(connection);
      }),
    ),
  );
}

it('a server that runs reports its version, its disk and the delay of its event loop', async () => {
  const body = await scrape();
  expect(body).toMatch(/^alvorada_info\{version="[^"]+"\} 1$/m);
  expect(body).toMatch(/^nodejs_eventloop_lag_p99_seconds \d/m);
  const size = (await figure('alvorada_disk_bytes{state="size"}')) ?? 0;
  const free = (await figure('alvorada_disk_bytes{state="free"}')) ?? 0;
  expect(free).toBeGreaterThan(0);
  expect(free).toBeLessThanOrEqual(size);
});

it('a database that takes no writes is up and not ready, until it takes them again', async () => {
  await onEveryConnection('SET default_transaction_read_only = on');
  expect([await figure('alvorada_database_up'), await figure('alvorada_ready')]).toEqual([1, 0]);
  await onEveryConnection('SET default_transaction_read_only = off');
  expect([await figure('alvorada_database_up'), await figure('alvorada_ready')]).toEqual([1, 1]);
});

it('a request that ends with 500 is counted with its status and in the seconds of its route', async () => {
  const person = await createPerson(test.deps.db, { now: test.clock.now() });
  await sql`ALTER TABLE preferences RENAME TO preferences_gone`.execute(test.deps.db);
  try {
    const { statusCode } = await test.request({ method: 'GET', url: '/api/preferences', as: person });
    expect(statusCode).toBe(500);
  } finally {
    await sql`ALTER TABLE preferences_gone RENAME TO preferences`.execute(test.deps.db);
  }
  const series = 'alvorada_http_request_duration_seconds';
  const labels = 'method="GET",route="/api/preferences",status="500"';
  // An injected request has no socket, so that it counts as cut off, too.
  expect(await figure(`${series}_count{${labels}}`)).toBeGreaterThan(0);
  expect(await scrape()).toContain(`${series}_bucket{le="1",${labels}}`);
});

it('a read that waits for a locked table is counted as slower than a second', async () => {
  const person = await createPerson(test.deps.db, { now: test.clock.now() });
  const locked = Promise.withResolvers<void>();
  const lock = test.deps.db.transaction().execute(async (tx) => {
    await sql`LOCK TABLE preferences`.execute(tx);
    locked.resolve();
    await sql`SELECT pg_sleep(1.2)`.execute(tx);
  });
  await locked.promise;
  const { statusCode } = await test.request({ method: 'GET', url: '/api/preferences', as: person });
  await lock;
  expect(statusCode).toBe(200);
  const labels = 'method="GET",route="/api/preferences",status="200"';
  const reads = async (le: string) =>
    (await figure(`alvorada_http_request_duration_seconds_bucket{le="${le}",${labels}}`)) ?? 0;
  expect((await reads('+Inf')) - (await reads('1'))).toBe(1);
});

it('an event loop that is blocked for half a second is late by more than the alert allows', async () => {
  // Each scrape begins a new measurement, from the first time that its timer fires: one beside it says when.
  await scrape();
  const beside = monitorEventLoopDelay({ resolution: 10 });
  beside.enable();
  await expect.poll(() => beside.count, { interval: 5 }).toBeGreaterThan(3);
  beside.disable();
  const end = performance.now() + 500;
  while (performance.now() < end);
  for (const _ of [1, 2]) await new Promise(setImmediate);
  expect(await figure('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0.25);
});

it('a backup of two days ago is reported with its time', async () => {
  const finished = new Date(test.clock.now().getTime() - 48 * 3_600_000);
  await sql`INSERT INTO backups (started_at, finished_at, bytes, row_count, file_count)
            VALUES (${finished}, ${finished}, 1, 1, 0)`.execute(test.deps.db);
  const at = (await figure('alvorada_last_backup_timestamp_seconds')) ?? 0;
  expect(test.clock.now().getTime() / 1000 - at).toBeGreaterThan(26 * 3600);
});

it('a request that waits for a connection is counted with its wait', async () => {
  const waits = async () => (await figure('alvorada_db_pool_wait_seconds_count')) ?? 0;
  const before = await waits();
  let waiting: Promise<unknown> | undefined;
  await onEveryConnection('SELECT 1', () => {
    waiting = sql`SELECT 1`.execute(test.deps.db);
  });
  await waiting;
  expect(await waits()).toBeGreaterThan(before);
});

it('an e-mail that cannot leave is counted as a failed run and as a job in retry', async () => {
  const person = await createPerson(test.deps.db, { now: test.clock.now() });
  await test.request({ method: 'POST', url: '/api/password/forgot', payload: { email: person.email } });
  await test.deps.jobs.drain();
  expect(await figure('alvorada_job_duration_seconds_count{queue="mail",result="failed"}')).toBe(1);
  expect(await figure('alvorada_jobs{queue="mail",state="retry"}')).toBe(1);
});

it('a job that no worker takes is reported with the time since it was due', async () => {
  await test.deps.jobs.send(test.deps.db, 'mail', { kind: 'none', key: 'late', data: {} }, { key: 'late' });
  const due = new Date(test.clock.now().getTime() - 3_600_000);
  await sql`UPDATE pgboss.job SET start_after = ${due} WHERE data->>'key' = 'late'`.execute(test.deps.db);
  expect(await figure('alvorada_oldest_job_age_seconds{queue="mail"}')).toBe(3600);
});

it('a clock that is behind is reported with its sign', async () => {
  Object.assign(test.clock, { skewSeconds: () => -7200 });
  try {
    expect(await figure('alvorada_clock_skew_seconds')).toBe(-7200);
  } finally {
    Object.assign(test.clock, { skewSeconds: undefined });
  }
  expect(await figure('alvorada_clock_skew_seconds')).toBe(0);
});

it('an uncaught fault is counted by its kind', async () => {
  const series = 'alvorada_stray_faults_total{kind="exception"}';
  const before = (await figure(series)) ?? 0;
  strayFaults.exception += 1;
  expect(await figure(series)).toBe(before + 1);
});
