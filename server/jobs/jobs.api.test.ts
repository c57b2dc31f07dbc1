import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { useTestApp } from '#server/testing/test-app.ts';
import { createJobs, type Jobs } from './jobs.ts';

const test = useTestApp();
let jobs: Jobs;
let ran: string[];
let failures: number;

beforeAll(async () => {
  jobs = createJobs(test.connection, test.deps.log);
  jobs.define<{ what: string }>({
    name: 'errand',
    retries: 3,
    async run({ what }) {
      ran.push(what);
      if (failures > 0) {
        failures -= 1;
        throw new Error('the road is closed');
      }
    },
  });
  jobs.define({ name: 'nightly', every: '0 3 * * *', run: async () => {} });
  await jobs.start({ work: false });
});
afterAll(() => jobs.stop());
beforeEach(() => {
  ran = [];
  failures = 0;
});

const stateOf = async (what: string) => {
  const { rows } = await sql<{ state: string; retries: number; later: boolean }>`
    SELECT state, retry_count AS retries, start_after > now() AS later
    FROM pgboss.job WHERE name = 'errand' AND data->>'what' = ${what}`.execute(test.deps.db);
  return rows[0];
};

it('a job exists exactly when the transaction that sends it commits', async () => {
  const { db } = test.deps;
  const undone = db.transaction().execute(async (tx) => {
    await jobs.send(tx, 'errand', { what: 'undone' });
    throw new Error('undo');
  });
  await expect(undone).rejects.toThrow('undo');
  await db.transaction().execute((tx) => jobs.send(tx, 'errand', { what: 'done' }));
  expect(await jobs.drain()).toBe(1);
  expect(ran).toEqual(['done']);
});

it('sending the same key twice, or again after it has run, makes one job', async () => {
  const send = () => jobs.send(test.deps.db, 'errand', { what: 'once' }, { key: 'once' });
  await Promise.all([send(), send(), send()]);
  expect(await jobs.drain()).toBe(1);
  await send();
  expect(await jobs.drain()).toBe(0);
  await jobs.send(test.deps.db, 'errand', { what: 'another' }, { key: 'another' });
  expect(await jobs.drain()).toBe(1);
  expect(ran).toEqual(['once', 'another']);
});

it('a failed job is stored, logged and retried later, until it succeeds', async () => {
  failures = 1;
  await jobs.send(test.deps.db, 'errand', { what: 'retried' });
  expect(await jobs.drain()).toBe(1);
  expect(await stateOf('retried')).toMatchObject({ state: 'retry', later: true });
  const line = test
    .logged()
    .split('\n')
    .find((text) => text.includes('a job failed'));
  expect(JSON.parse(line ?? '{}')).toMatchObject({ level: 50, job: 'errand', err: { message: 'the road is closed' } });
  expect(await jobs.drain()).toBe(0);
  await sql`UPDATE pgboss.job SET start_after = now() - interval '1 second' WHERE state = 'retry'`.execute(
    test.deps.db,
  );
  expect(await jobs.drain()).toBe(1);
  expect(await stateOf('retried')).toMatchObject({ state: 'completed', retries: 1 });
  expect(ran).toEqual(['retried', 'retried']);
});

it('a job with a later start waits', async () => {
  await jobs.send(test.deps.db, 'errand', { what: 'later' }, { startAfter: new Date(Date.now() + 60_000) });
  expect(await jobs.drain()).toBe(0);
  expect(await stateOf('later')).toMatchObject({ state: 'created', later: true });
});

it('sending an undefined kind throws instead of losing the job', async () => {
  await expect(jobs.send(test.deps.db, 'nothing', {})).rejects.toThrow('There is no job kind nothing.');
});

it('scheduled work is on the schedule', async () => {
  const { rows } = await sql<{ name: string; cron: string; timezone: string }>`
    SELECT name, cron, timezone FROM pgboss.schedule WHERE name IN ('nightly', 'cleanup') ORDER BY name`.execute(
    test.deps.db,
  );
  expect(rows).toEqual([
    { name: 'cleanup', cron: '17 * * * *', timezone: 'America/Sao_Paulo' },
    { name: 'nightly', cron: '0 3 * * *', timezone: 'America/Sao_Paulo' },
  ]);
});

it('work with `atStart` runs at the start', async () => {
  const next = createJobs(test.connection, test.deps.log);
  const started = new Promise<void>((resolve) => {
    next.define({ name: 'address', every: '12 * * * *', atStart: true, run: async () => resolve() });
  });
  await next.start({ work: true });
  await started;
  await next.stop();
});

it('a start writes only the queues that changed since the last one', async () => {
  const kept = async () => {
    const { rows } = await sql<{ name: string; limit: number; seconds: number; cron: string; written: string }>`
      SELECT q.name, q.retry_limit AS limit, q.expire_seconds AS seconds, s.cron, q.updated_on || ' ' || s.updated_on AS written
      FROM pgboss.queue q JOIN pgboss.schedule s USING (name)
      WHERE name IN ('patrol', 'watch') ORDER BY name`.execute(test.deps.db);
    return rows;
  };
  const startWith = async (patrol: Partial<Parameters<Jobs['define']>[0]>) => {
    const next = createJobs(test.connection, test.deps.log);
    next.define({ name: 'patrol', every: '0 4 * * *', run: async () => {}, ...patrol });
    next.define({ name: 'watch', every: '0 5 * * *', run: async () => {} });
    await next.start({ work: false });
    await next.stop();
    return kept();
  };
  const first = await startWith({});
  expect(first).toMatchObject([
    { name: 'patrol', limit: 12, seconds: 300, cron: '0 4 * * *' },
    { name: 'watch', limit: 12, seconds: 300, cron: '0 5 * * *' },
  ]);
  expect(await startWith({})).toEqual(first);
  const changed = await startWith({ retries: 2, longestSeconds: 600, every: '30 4 * * *' });
  expect(changed).toMatchObject([{ limit: 2, seconds: 600, cron: '30 4 * * *' }, first[1]]);
});

it('a working process picks a job up by itself and stops cleanly', async () => {
  const worker = createJobs(test.connection, test.deps.log);
  const done: string[] = [];
  worker.define<{ what: string }>({ name: 'parcel', run: async ({ what }) => void done.push(what) });
  await worker.start({ work: true });
  await worker.send(test.deps.db, 'parcel', { what: 'alone' });
  await vi.waitFor(() => expect(done).toEqual(['alone']), { timeout: 10_000 });
  await worker.stop();
});

it('jobs that became due together run together, not one per poll', async () => {
  const many = Array.from({ length: 30 }, (_, number) => `parcel ${number}`);
  for (const what of many) await jobs.send(test.deps.db, 'errand', { what });
  const carried: string[] = [];
  const carrier = createJobs(test.connection, test.deps.log);
  carrier.define<{ what: string }>({ name: 'errand', run: async ({ what }) => void carried.push(what) });
  await carrier.start({ work: true });
  await vi.waitFor(() => expect(carried.toSorted()).toEqual(many.toSorted()), { timeout: 8000, interval: 20 });
  await carrier.stop();
});
