import { sql } from 'kysely';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { TERMS_VERSION } from '#contract/limits.ts';
import type { Tx } from '#server/db/handle.ts';
import { countRows, createPerson, type Person } from '#server/testing/factories.ts';
import { writtenMails } from '#server/testing/mails.ts';
import { proofClient } from '#server/testing/proofs.ts';
import { receiptPhoto } from '#server/testing/receipts.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { unzip } from '#server/testing/zip.ts';
import { waysTo } from './export.policy.ts';
import { listReferences } from './export.store.ts';
import { withdrawDeletion } from './privacy.service.ts';

const test = useTestApp();
const { upload } = proofClient(test);
const password = 'segredo1';
const DAY = 24 * 60 * 60_000;
let passwordHash: string;

beforeAll(async () => {
  passwordHash = await test.deps.passwords.hash(password);
});

const person = (wishes = {}) => createPerson(test.deps.db, { passwordHash, now: test.clock.now(), ...wishes });
const privacyOf = async (as: Person) => (await test.request({ method: 'GET', url: '/api/privacy', as })).json();
const ask = (as: Person, currentPassword = password) =>
  test.request({ method: 'POST', url: '/api/privacy/deletion', payload: { currentPassword }, as });

async function runUpkeep(name: string): Promise<void> {
  await test.deps.jobs.send(test.deps.db, name, {});
  await test.deps.jobs.drain();
}

/** Whether another connection is blocked by a lock of this transaction. */
async function isSomebodyWaiting(tx: Tx): Promise<boolean> {
  const { rows } = await sql`SELECT FROM pg_stat_activity
    WHERE pg_backend_pid() = ANY(pg_blocking_pids(pid))`.execute(tx);
  return rows.length > 0;
}

async function exportOf(as: Person) {
  const response = await test.request({ method: 'GET', url: '/api/privacy/export', as });
  expect(response.statusCode).toBe(200);
  const files = unzip(response.rawPayload);
  const json = files['dados.json']?.toString('utf8') ?? '';
  return { response, files, json, data: JSON.parse(json).dados as Record<string, Record<string, unknown>[]> };
}

describe('the export of the own data', () => {
  it('contains every table that refers to the person, their files, and nothing of another person', async () => {
    const me = await person({ firstName: 'Zuleide', status: 'active', payment: 'pending' });
    const other = await person({ firstName: 'Outra', payment: 'pending' });
    expect((await upload(me.paymentCode, await receiptPhoto())).statusCode).toBe(200);
    await test.request({ method: 'PATCH', url: '/api/preferences', payload: { theme: 'dark' }, as: me });
    const { response, files, json, data } = await exportOf(me);

    expect(response.headers['content-type']).toBe('application/zip');
    expect(response.headers['content-disposition']).toMatch(/^attachment; filename="meus-dados-\d{4}-\d\d-\d\d\.zip"$/);
    expect(response.headers['cache-control']).toBe('private, no-store');
    expect(Object.keys(data)).toEqual(
      expect.arrayContaining(waysTo(await listReferences(test.deps.db)).map(({ table }) => table)),
    );
    expect(data.users).toMatchObject([{ id: me.id, email: me.email, first_name: 'Zuleide' }]);
    expect(data.payments).toMatchObject([{ payment_code: me.paymentCode }]);
    expect(data.payment_proofs).toHaveLength(1);
    expect(data.preferences).toMatchObject([{ theme: 'dark' }]);
    expect(data.consents).toHaveLength(1);
    expect(data.sessions).toHaveLength(1);
    expect(Object.keys(files).filter((name) => /^arquivos\/comprovantes\/\d+\.png$/.test(name))).toHaveLength(1);

    for (const strange of [other.email, other.id, other.paymentCode ?? '', 'Outra'])
      expect(json).not.toContain(strange);
    expect(json).not.toMatch(/password_hash|token_hash|argon2/);
    expect(json).not.toContain(me.cookie.split('=')[1]);
  });

  it('does not contain the people that an administrator decided about', async () => {
    const admin = await person({ role: 'admin' });
    const student = await person({ status: 'pending', payment: 'analyzing', firstName: 'Decidida' });
    const decision = {
      method: 'POST',
      url: '/api/admin/payments/approve',
      payload: { paymentCode: student.paymentCode },
    } as const;
    expect((await test.request({ ...decision, as: admin })).statusCode).toBe(200);
    const { json } = await exportOf(admin);
    expect(json).not.toContain(student.paymentCode);
    expect(json).not.toContain('Decidida');
  });
});

describe('deleting the own account', () => {
  it('asks the password, tells by e-mail, waits seven days, and can be taken back', async () => {
    const me = await person();
    expect((await ask(me, 'errada')).json().code).toBe('wrong_password');
    const first = await ask(me);
    const dueAt = new Date(test.clock.now().getTime() + 7 * DAY).toISOString();
    expect(first.json()).toEqual({ requestedAt: test.clock.now().toISOString(), dueAt });
    test.clock.advance(DAY);
    // Asking again neither prolongs nor sends another e-mail.
    expect((await ask(me)).json()).toEqual(first.json());
    await test.deps.jobs.drain();
    const mails = (await writtenMails(test.deps.config.dataDir)).filter(({ to }) => to === me.email);
    expect(mails.map(({ subject }) => subject)).toEqual(['Recebemos o pedido para excluir sua conta']);
    expect((await privacyOf(me)).deletion).toEqual(first.json());

    const cancel = () => test.request({ method: 'DELETE', url: '/api/privacy/deletion', as: me });
    const cancelledAt = test.clock.now();
    expect((await cancel()).json()).toEqual({ ok: true });
    expect((await cancel()).json()).toEqual({ ok: true });
    test.clock.advance(8 * DAY);
    await runUpkeep('account-deletions');
    expect((await privacyOf(me)).deletion).toBeNull();
    // Each once, by the person themself.
    const events = await test.deps.db
      .selectFrom('audit_events')
      .select(['action', 'actor_id', 'at'])
      .where('subject', '=', `user:${me.id}`)
      .orderBy('id')
      .execute();
    expect(events).toEqual([
      { action: 'user.deletion_requested', actor_id: me.id, at: new Date(first.json().requestedAt) },
      { action: 'user.deletion_cancelled', actor_id: me.id, at: cancelledAt },
    ]);
  });

  it('happens when the time is over, and leaves nothing personal', async () => {
    const me = await person({ payment: 'analyzing', firstName: 'Esquecida' });
    await ask(me);
    test.clock.advance(7 * DAY - 60_000);
    await runUpkeep('account-deletions');
    expect(await test.deps.db.selectFrom('users').select('id').where('id', '=', me.id).execute()).toHaveLength(1);
    test.clock.advance(120_000);
    await runUpkeep('account-deletions');
    expect(await test.deps.db.selectFrom('users').select('id').where('id', '=', me.id).execute()).toEqual([]);
    expect((await test.request({ method: 'GET', url: '/api/auth/user', as: me })).statusCode).toBe(401);
    for (const { table, column } of waysTo(await listReferences(test.deps.db))) {
      const query = test.deps.db.selectFrom(table as 'sessions').selectAll();
      if (column === 'user_id') expect(await query.where('user_id', '=', me.id).execute()).toEqual([]);
    }
    const events = test.deps.db
      .selectFrom('audit_events')
      .select(['action', 'actor_id'])
      .where('subject', '=', `user:${me.id}`);
    expect(await events.orderBy('id').execute()).toEqual([
      { action: 'user.deletion_requested', actor_id: null },
      { action: 'user.deleted', actor_id: null },
    ]);
  });

  it('spares who takes the wish back while the accounts of the day are being removed', async () => {
    const me = await person();
    await ask(me);
    test.clock.advance(8 * DAY);
    const { db } = test.deps;
    let upkeep: Promise<void> | undefined;
    await db.transaction().execute(async (tx) => {
      await withdrawDeletion(test.deps, tx, me.id);
      // Reads a list that still contains this account, and waits for the row.
      upkeep = runUpkeep('account-deletions');
      await vi.waitUntil(() => isSomebodyWaiting(tx), { timeout: 15_000 });
    });
    await upkeep;
    const left = db.selectFrom('users').select('id').where('id', '=', me.id);
    expect(await left.execute()).toEqual([{ id: me.id }]);
  });

  it('is not possible for the last administrator, neither now nor when the time is over', async () => {
    await test.deps.db.updateTable('users').set({ status: 'blocked' }).where('role', '=', 'admin').execute();
    const [last, second] = [await person({ role: 'admin' }), await person({ role: 'admin' })];
    expect((await ask(second)).statusCode).toBe(200);
    await test.deps.db.updateTable('users').set({ status: 'blocked' }).where('id', '=', last.id).execute();
    test.clock.advance(8 * DAY);
    await runUpkeep('account-deletions');
    expect(await test.deps.db.selectFrom('users').select('id').where('id', '=', second.id).execute()).toHaveLength(1);
    const again = await person({ role: 'admin' });
    await test.deps.db.updateTable('users').set({ status: 'blocked' }).where('id', '=', second.id).execute();
    expect((await ask(again)).json().code).toBe('last_admin');
  });
});

describe('consents', () => {
  it('are remembered from the registration on, version by version', async () => {
    const me = await person();
    const before = await privacyOf(me);
    expect(before.consents).toEqual([{ version: 'test', acceptedAt: me.createdAt.toISOString() }]);
    const accept = (version: string) =>
      test.request({ method: 'POST', url: '/api/privacy/terms', payload: { version }, as: me });
    expect((await accept('1999-01-01')).json()).toMatchObject({ code: 'state_conflict', status: TERMS_VERSION });
    for (let twice = 0; twice < 2; twice += 1) expect((await accept(TERMS_VERSION)).statusCode).toBe(200);
    expect((await privacyOf(me)).consents.map(({ version }: { version: string }) => version)).toEqual([
      TERMS_VERSION,
      'test',
    ]);
  });
});

describe('records', () => {
  it('every login is kept for six months, and no longer', async () => {
    const me = await person();
    const login = { method: 'POST', url: '/api/login', payload: { username: me.username, password } } as const;
    const { statusCode } = await test.request({
      ...login,
      remoteAddress: '203.0.113.7',
      headers: { 'user-agent': 'Firefox/1 Linux' },
    });
    expect(statusCode).toBe(200);
    const records = () =>
      test.deps.db.selectFrom('access_records').select(['address', 'device']).where('user_id', '=', me.id).execute();
    expect(await records()).toEqual([{ address: '203.0.113.7', device: 'Firefox em Linux' }]);
    test.clock.advance(182 * DAY);
    await runUpkeep('retention');
    expect(await records()).toHaveLength(1);
    test.clock.advance(2 * DAY);
    await runUpkeep('retention');
    expect(await records()).toEqual([]);
  });

  it('who opens the proof of another person is written down, once an hour', async () => {
    const admin = await person({ role: 'admin' });
    const student = await person({ status: 'pending', payment: 'pending' });
    await upload(student.paymentCode, await receiptPhoto());
    const { id } = await test.deps.db
      .selectFrom('payment_proofs')
      .select('id')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    const url = `/api/payments/proofs/${id}`;
    for (let twice = 0; twice < 2; twice += 1) {
      expect((await test.request({ method: 'GET', url, as: admin })).statusCode).toBe(200);
    }
    const views = () =>
      test.deps.db.selectFrom('audit_events').select('actor_id').where('subject', '=', `proof:${id}`).execute();
    expect(await views()).toEqual([{ actor_id: admin.id }]);
    // The owner learns when, not who; a stranger learns nothing.
    await test.deps.db.updateTable('users').set({ status: 'active' }).where('id', '=', student.id).execute();
    expect((await privacyOf(student)).proofViews).toEqual([{ at: test.clock.now().toISOString() }]);
    expect((await privacyOf(await person())).proofViews).toEqual([]);
    test.clock.advance(2 * 60 * 60_000);
    await test.request({ method: 'GET', url, as: admin });
    expect(await views()).toHaveLength(2);
  });

  it('files of proofs go when they are no longer needed, their hashes stay', async () => {
    const admin = await person({ role: 'admin' });
    const student = await person({ status: 'pending', payment: 'pending' });
    await upload(student.paymentCode, await receiptPhoto());
    await test.request({
      method: 'POST',
      url: '/api/admin/payments/approve',
      payload: { paymentCode: student.paymentCode },
      as: admin,
    });
    test.clock.advance((test.deps.config.proofRetentionDays + 1) * DAY);
    await runUpkeep('retention');
    const proofs = test.deps.db
      .selectFrom('payment_proofs')
      .innerJoin('payments', 'payments.id', 'payment_proofs.payment_id')
      .select(['file_key', 'preview_key', 'sha256'])
      .where('user_id', '=', student.id);
    expect(await proofs.execute()).toEqual([{ file_key: null, preview_key: null, sha256: expect.any(Buffer) }]);
    expect(await countRows(test.deps.db, 'maintenance_runs')).toBeGreaterThan(0);
  });
});
