import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Role, UserStatus } from '#contract/platform/users.ts';
import { buildApp } from '#server/app.ts';
import { openDeps } from '#server/start.ts';
import * as audit from '#server/testing/audit.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { writtenMails } from '#server/testing/mails.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp();
let admin: Person;

type Wishes = NonNullable<Parameters<typeof createPerson>[1]>;
const person = (wishes: Wishes = {}) => createPerson(test.deps.db, { now: test.clock.now(), ...wishes });

beforeAll(async () => {
  admin = await person({ role: 'admin' });
});

const setStatus = (id: string, status: UserStatus, as = admin) =>
  test.request({ method: 'PATCH', url: `/api/admin/users/${id}/status`, payload: { status }, as });
const setRole = (id: string, role: Role, as = admin) =>
  test.request({ method: 'PATCH', url: `/api/admin/users/${id}/role`, payload: { role }, as });
const remove = (id: string, as = admin) => test.request({ method: 'DELETE', url: `/api/admin/users/${id}`, as });
const whoAmI = (as: Person) => test.request({ method: 'GET', url: '/api/auth/user', as });

const auditOf = (subject: string) => audit.auditOf(test.deps.db, subject);
const paymentOf = (code: string | undefined) =>
  test.deps.db
    .selectFrom('payments')
    .selectAll()
    .where('payment_code', '=', code ?? '')
    .executeTakeFirstOrThrow();

describe('the status of a user', () => {
  it.each<[UserStatus, UserStatus]>([
    ['pending', 'active'],
    ['active', 'blocked'],
    ['blocked', 'active'],
  ])('goes from %s to %s, and the audit names who changed it', async (from, to) => {
    const user = await person({ status: from, role: 'teacher' });
    const response = await setStatus(user.id, to);
    expect([response.statusCode, response.json().status]).toEqual([200, to]);
    expect(await auditOf(`user:${user.id}`)).toEqual([
      { action: 'user.status', actor_id: admin.id, details: { from, to } },
    ]);
  });

  it.each<[UserStatus, UserStatus]>([
    ['pending', 'blocked'],
    ['active', 'pending'],
    ['blocked', 'pending'],
  ])('does not go from %s to %s', async (from, to) => {
    const user = await person({ status: from });
    const response = await setStatus(user.id, to);
    expect([response.statusCode, response.json()]).toEqual([
      409,
      expect.objectContaining({ code: 'state_conflict', status: from }),
    ]);
    expect(await auditOf(`user:${user.id}`)).toEqual([]);
  });

  it.each<UserStatus>(['pending', 'active', 'blocked'])(
    'set to %s again is fine and changes nothing',
    async (status) => {
      const user = await person({ status, payment: 'pending' });
      expect((await setStatus(user.id, status)).statusCode).toBe(200);
      expect(await auditOf(`user:${user.id}`)).toEqual([]);
      expect((await paymentOf(user.paymentCode)).status).toBe('pending');
    },
  );

  it('is refused with 404 for a user who does not exist', async () => {
    for (const response of [await setStatus(randomUUID(), 'active'), await setRole(randomUUID(), 'admin')]) {
      expect([response.statusCode, response.json().message]).toEqual([404, 'Usuário não encontrado.']);
    }
  });

  it('changed by two admins at the same moment changes once', async () => {
    const user = await person({ status: 'pending', role: 'teacher' });
    const answers = await Promise.all(Array.from({ length: 6 }, () => setStatus(user.id, 'active')));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(await auditOf(`user:${user.id}`)).toHaveLength(1);
    await test.deps.jobs.drain();
    const mails = (await writtenMails(test.deps.config.dataDir)).filter(({ to }) => to === user.email);
    expect(mails.map(({ subject }) => subject)).toEqual(['Seu cadastro de professor foi aprovado']);
  });
});

describe('approving a pending student', () => {
  it.each(['pending', 'analyzing'] as const)('also approves the %s payment', async (payment) => {
    const user = await person({ status: 'pending', payment });
    await setStatus(user.id, 'active');
    const row = await paymentOf(user.paymentCode);
    expect(row).toMatchObject({ status: 'approved', decided_by: admin.id, decided_at: test.clock.now() });
    expect(await auditOf(`payment:${row.id}`)).toMatchObject([
      { action: 'payment.approved', details: { from: payment, to: 'approved' } },
    ]);
    expect((await whoAmI(user)).statusCode).toBe(200);
  });

  it('leaves a payment alone that was refused', async () => {
    const user = await person({ status: 'pending', payment: 'rejected' });
    expect((await setStatus(user.id, 'active')).statusCode).toBe(200);
    expect((await paymentOf(user.paymentCode)).status).toBe('rejected');
  });
});

describe('a user who is blocked while logged in', () => {
  it('is out at once, also where the session was remembered, and stays out after being let in again', async () => {
    const user = await person();
    expect((await whoAmI(user)).statusCode).toBe(200);
    await setStatus(user.id, 'blocked');
    expect((await whoAmI(user)).statusCode).toBe(401);
    await setStatus(user.id, 'active');
    expect((await whoAmI(user)).statusCode).toBe(401);
  });

  it('is out in every other process of the product', async () => {
    const { deps, close } = await openDeps(test.deps.config, test.connection, test.deps.log, test.clock);
    const other = await buildApp(deps);
    try {
      const user = await person();
      const ask = () => other.inject({ url: '/api/auth/user', headers: { cookie: user.cookie } });
      expect((await ask()).statusCode).toBe(200);
      await setStatus(user.id, 'blocked');
      await vi.waitFor(async () => expect((await ask()).statusCode).toBe(401), { timeout: 2000 });
    } finally {
      await other.close();
      await close();
    }
  });
});

describe('the role of a user', () => {
  it('moves between teacher and admin, is written down, and holds at once in an open session', async () => {
    const user = await person({ role: 'teacher' });
    const list = () => test.request({ method: 'GET', url: '/api/admin/users?limit=1', as: user });
    expect((await list()).statusCode).toBe(403);
    expect((await setRole(user.id, 'admin')).json().role).toBe('admin');
    expect((await list()).statusCode).toBe(200);
    expect((await setRole(user.id, 'admin')).statusCode).toBe(200);
    expect((await setRole(user.id, 'teacher')).json().role).toBe('teacher');
    expect((await list()).statusCode).toBe(403);
    expect((await auditOf(`user:${user.id}`)).map(({ details }) => details)).toEqual([
      { from: 'teacher', to: 'admin' },
      { from: 'admin', to: 'teacher' },
    ]);
  });

  it.each<[Role, Role]>([
    ['student', 'teacher'],
    ['student', 'admin'],
    ['teacher', 'student'],
    ['admin', 'student'],
  ])('does not go from %s to %s', async (from, to) => {
    const user = await person({ role: from });
    const response = await setRole(user.id, to);
    expect([response.statusCode, response.json().code]).toEqual([409, 'state_conflict']);
  });
});

describe('the role of an account that is not active', () => {
  it.each(['pending', 'blocked'] as const)('stays while it is %s', async (status) => {
    const user = await person({ role: 'teacher', status });
    const response = await setRole(user.id, 'admin');
    expect([response.statusCode, response.json()]).toEqual([
      409,
      expect.objectContaining({ code: 'state_conflict', status }),
    ]);
    expect(await auditOf(`user:${user.id}`)).toEqual([]);
  });
});

describe('admins among themselves', () => {
  it('cannot block, demote or delete themselves', async () => {
    const answers = [await setStatus(admin.id, 'blocked'), await setRole(admin.id, 'teacher'), await remove(admin.id)];
    for (const response of answers) {
      expect([response.statusCode, response.json().code]).toEqual([409, 'own_account']);
    }
    expect((await whoAmI(admin)).json()).toMatchObject({ role: 'admin', status: 'active' });
  });

  it.each([
    ['block', (id: string, as: Person) => setStatus(id, 'blocked', as)],
    ['demote', (id: string, as: Person) => setRole(id, 'teacher', as)],
    ['delete', (id: string, as: Person) => remove(id, as)],
  ])('who %s each other at the same moment leave one', async (_, act) => {
    const { db } = test.deps;
    for (let round = 0; round < 5; round += 1) {
      // No other user may count as an admin here.
      await db.updateTable('users').set({ status: 'blocked' }).where('role', '=', 'admin').execute();
      const one = await person({ role: 'admin' });
      const two = await person({ role: 'admin' });
      const answers = await Promise.all([act(two.id, one), act(one.id, two)]);
      expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
      // The loser was too late as an admin, or is none any more.
      const refused = answers.find(({ statusCode }) => statusCode !== 200);
      expect(['last_admin', 'unauthorized', 'forbidden']).toContain(refused?.json().code);
      const left = await db
        .selectFrom('users')
        .select('id')
        .where('role', '=', 'admin')
        .where('status', '=', 'active')
        .execute();
      expect(left).toHaveLength(1);
    }
    admin = await person({ role: 'admin' });
  });
});

describe('deleting a user', () => {
  it('ends everything of theirs, keeps the payment without them, and frees their names', async () => {
    const user = await person({ username: 'Partida', email: 'partida@exemplo.com.br', payment: 'analyzing' });
    expect((await whoAmI(user)).statusCode).toBe(200);
    const response = await remove(user.id);
    expect([response.statusCode, response.json()]).toEqual([200, { ok: true }]);
    expect((await whoAmI(user)).statusCode).toBe(401);
    expect(await paymentOf(user.paymentCode)).toMatchObject({ status: 'cancelled', user_id: null, amount: 29_700 });
    expect(await auditOf(`user:${user.id}`)).toMatchObject([
      { action: 'user.deleted', details: { role: 'student', status: 'active' } },
    ]);
    expect((await remove(user.id)).statusCode).toBe(404);
    const again = await test.request({
      method: 'POST',
      url: '/api/register',
      payload: {
        username: 'partida',
        email: 'PARTIDA@exemplo.com.br',
        password: 'segredo1',
        confirmPassword: 'segredo1',
        firstName: 'Outra',
        lastName: 'Pessoa',
      },
    });
    expect(again.statusCode).toBe(201);
  });

  it('keeps an approved payment approved', async () => {
    const user = await person({ payment: 'approved' });
    await remove(user.id);
    expect(await paymentOf(user.paymentCode)).toMatchObject({ status: 'approved', user_id: null });
  });

  it('happens once when it is requested twice at once', async () => {
    const user = await person({ payment: 'pending' });
    const answers = await Promise.all([remove(user.id), remove(user.id)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404]);
    expect(await auditOf(`user:${user.id}`)).toHaveLength(1);
  });

  it('keeps what they did as an admin in the audit, without them', async () => {
    const other = await person({ role: 'admin' });
    const user = await person();
    await setStatus(user.id, 'blocked', other);
    await remove(other.id);
    expect(await auditOf(`user:${user.id}`)).toMatchObject([{ action: 'user.status', actor_id: null }]);
  });
});
