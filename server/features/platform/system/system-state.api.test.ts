import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type UpkeepName, upkeepFigures } from '#contract/platform/upkeep-figures.ts';
import { createJobs } from '#server/jobs/jobs.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { startSmtp, type TestSmtp } from '#server/testing/smtp.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const environment: Record<string, string> = { MAIL_FROM: 'Alvorada <a@exemplo.com.br>' };
let smtp: TestSmtp;
beforeAll(async () => {
  smtp = await startSmtp();
  environment.SMTP_URL = `smtp://127.0.0.1:${smtp.port}`;
});
const test = useTestApp(environment);
let admin: Person;

beforeAll(async () => {
  admin = await createPerson(test.deps.db, { role: 'admin', now: test.clock.now() });
});
afterAll(() => smtp.stop());

const get = async (path = '') =>
  (await test.request({ method: 'GET', url: `/api/admin/system${path}`, as: admin })).json();
const post = (path: string) => test.request({ method: 'POST', url: `/api/admin/system${path}`, as: admin });

describe('the state of the system', () => {
  it('shows version, database, queues, storage, upkeep and the last backup', async () => {
    const state = await get();
    expect(state).toMatchObject({
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      node: process.version,
      startedAt: test.clock.now().toISOString(),
      database: { version: expect.stringMatching(/^1\d/), migrations: expect.any(Number) },
      storage: { kind: 'disk', measured: null },
      lastBackup: null,
      upkeep: [],
    });
    expect(state.database.bytes).toBeGreaterThan(1_000_000);
    expect(state.queues.map(({ name }: { name: string }) => name)).toEqual(expect.arrayContaining(['mail', 'cleanup']));

    await test.deps.files.put('a/b', new Uint8Array(1234));
    for (const name of ['storage', 'cleanup']) await test.deps.jobs.send(test.deps.db, name, {});
    await test.deps.jobs.drain();
    const at = test.clock.now();
    await test.deps.db
      .insertInto('backups')
      .values({ started_at: at, finished_at: at, bytes: 5, row_count: 7, file_count: 1 })
      .execute();
    const later = await get();
    expect(later.storage.measured).toEqual({ at: at.toISOString(), files: 1, bytes: 1234 });
    expect(later.lastBackup).toEqual({ at: at.toISOString(), bytes: 5, rows: 7, files: 1 });
    expect(later.upkeep.map(({ name }: { name: string }) => name)).toEqual(['cleanup', 'storage']);
  });
});

describe('a restored copy', () => {
  it('sends nothing until an administrator lets it go, and then what waited, too', async () => {
    const { db, jobs } = test.deps;
    const restoredAt = test.clock.now();
    await db.insertInto('restored_copies').values({ restored_at: restoredAt }).execute();
    const student = await createPerson(db, { now: restoredAt });
    await test.deps.mail.send(db, 'teacher_approved', 'held', { userId: student.id });
    expect(await get()).toMatchObject({ heldMail: { restoredAt: restoredAt.toISOString(), waiting: 1 } });

    const copy = createJobs(test.connection, test.deps.log);
    let ran = 0;
    copy.define({ name: 'mail', run: async () => void ran++ });
    copy.define({ name: 'other', run: async () => void ran-- });
    await copy.start({ work: true, held: ['mail'] });
    try {
      await copy.send(db, 'other', {});
      await vi.waitFor(() => expect(ran).toBe(-1), { timeout: 15_000 });

      for (let twice = 0; twice < 2; twice += 1)
        expect((await post('/held-mail/release')).json()).toEqual({ ok: true });
      await copy.release('mail');
      await copy.release('mail');
      await vi.waitFor(() => expect(ran).toBe(0), { timeout: 15_000 });
    } finally {
      await copy.stop();
    }
    expect(await get()).toMatchObject({ heldMail: null });
    const events = db.selectFrom('audit_events').select('subject').where('action', '=', 'mail.released');
    expect(await events.execute()).toEqual([{ subject: 'mail:all' }]);
    await jobs.drain();
  });
});

describe('e-mails that could not be sent', () => {
  it('are listed with their reason, and sent again by the operator', async () => {
    smtp.mood = 'refuse';
    const teacher = await createPerson(test.deps.db, { role: 'teacher', status: 'pending', now: test.clock.now() });
    await test.request({
      method: 'PATCH',
      url: `/api/admin/users/${teacher.id}/status`,
      payload: { status: 'active' },
      as: admin,
    });
    await test.deps.jobs.drain();
    const [mail] = await get('/failed-mails');
    expect(mail).toMatchObject({
      kind: 'teacher_approved',
      state: 'retry',
      error: expect.stringContaining('try later'),
    });
    expect((await get()).queues.find(({ name }: { name: string }) => name === 'mail')).toMatchObject({ retrying: 1 });

    smtp.mood = 'well';
    expect((await post(`/failed-mails/${mail.id}/retry`)).json()).toEqual({ ok: true });
    await vi.waitFor(async () => {
      await test.deps.jobs.drain();
      expect(smtp.received.map(({ to }) => to)).toEqual([teacher.email]);
    });
    expect(await get('/failed-mails')).toEqual([]);
    expect((await post(`/failed-mails/${mail.id}/retry`)).statusCode).toBe(404);
    expect((await post('/failed-mails/retry')).json()).toEqual({ retried: 0 });
    const events = test.deps.db.selectFrom('audit_events').select('subject').where('action', '=', 'mail.retried');
    expect(await events.execute()).toEqual([{ subject: `mail:${mail.id}` }]);
  });
});

it('every scheduled job runs in an empty school, and stores only figures that Sistema has words for', async () => {
  const { db, jobs } = test.deps;
  for (const name of Object.keys(upkeepFigures)) await jobs.send(db, name, {});
  await jobs.drain();
  const { rows } = await sql<{ name: UpkeepName; figures: string[] }>`
    SELECT name, ARRAY(SELECT jsonb_object_keys(result)) AS figures FROM maintenance_runs ORDER BY name`.execute(db);
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(upkeepFigures).sort());
  for (const { name, figures } of rows)
    expect([...upkeepFigures[name], 'failed'], name).toEqual(expect.arrayContaining(figures));
});
