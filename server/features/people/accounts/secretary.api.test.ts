import { beforeAll, describe, expect, it } from 'vitest';
import type { AdminHome } from '#contract/school/admin-home.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { ofxOf, statementForm } from '#server/testing/statements.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
let admin: Person;
let secretary: Person;
const person = (wishes: Parameters<typeof createPerson>[1]) =>
  createPerson(test.deps.db, { now: test.clock.now(), ...wishes });
const patch = (as: Person, id: string, what: 'status' | 'role', value: string) =>
  test.request({ method: 'PATCH', url: `/api/admin/users/${id}/${what}`, as, payload: { [what]: value } });

beforeAll(async () => {
  admin = await person({ role: 'admin' });
  const teacher = await person({ role: 'teacher' });
  expect((await patch(admin, teacher.id, 'role', 'secretary')).json()).toMatchObject({ role: 'secretary' });
  secretary = { ...teacher, role: 'secretary' };
});

describe('the office', () => {
  it('is given and taken by administrators, and never from a student', async () => {
    const other = await person({ role: 'teacher' });
    expect((await patch(secretary, other.id, 'role', 'secretary')).statusCode).toBe(403);
    const student = await person({});
    expect((await patch(admin, student.id, 'role', 'secretary')).json().code).toBe('state_conflict');
    expect((await patch(admin, other.id, 'role', 'secretary')).statusCode).toBe(200);
    expect((await patch(admin, other.id, 'role', 'teacher')).json()).toMatchObject({ role: 'teacher' });
  });

  it('decides on students and teachers, not on those who run the school', async () => {
    const student = await person({});
    const applicant = await person({ role: 'teacher', status: 'pending' });
    const colleague = await person({ role: 'secretary' });
    expect((await patch(secretary, student.id, 'status', 'blocked')).statusCode).toBe(200);
    expect((await patch(secretary, applicant.id, 'status', 'active')).statusCode).toBe(200);
    for (const { id } of [admin, colleague]) {
      expect((await patch(secretary, id, 'status', 'blocked')).json().code).toBe('forbidden');
    }
    expect(
      (await test.request({ method: 'DELETE', url: `/api/admin/users/${student.id}`, as: secretary })).statusCode,
    ).toBe(403);
  });

  it('opens payments, proofs and its home, and nothing of the system', async () => {
    const get = (url: string) => test.request({ method: 'GET', url, as: secretary });
    const home = (await get('/api/admin/home')).json<AdminHome>();
    expect(home.waiting.system).toBeNull();
    for (const url of ['/api/admin/payments', '/api/admin/payments/refunds', '/api/admin/users', '/api/admin/offers']) {
      expect((await get(url)).statusCode, url).toBe(200);
    }
    for (const url of ['/api/admin/settings', '/api/admin/system', '/api/dashboard/teacher', '/api/admin/exams']) {
      expect((await get(url)).statusCode, url).toBe(403);
    }
  });

  it('reconciles statements and reads coupons; making coupons and offers is the administrator’s', async () => {
    const send = (method: 'GET' | 'POST', url: string, more: object = {}) =>
      test.request({ method, url, as: secretary, ...more });
    const home = (await send('GET', '/api/admin/home')).json<AdminHome>();
    expect(home.waiting.bank).toEqual({ unmatched: null, cases: 0 });
    const line = { day: '2026-11-15', amount: '297.00', memo: 'PIX RECEBIDO ANA LIMA' };
    const sent = await send('POST', '/api/admin/statements', await statementForm(ofxOf([line])));
    expect(sent.statusCode).toBe(201);
    const [entry] = (await send('GET', `/api/admin/statements/${sent.json().id}/entries`)).json();
    const url = `/api/admin/statement-entries/${entry.id}/decision`;
    expect((await send('POST', url, { payload: { decision: 'ignore' } })).json().state).toBe('ignored');
    expect((await send('POST', `/api/admin/statements/${sent.json().id}/confirm`)).statusCode).toBe(200);
    for (const path of ['/api/admin/charge-cases', '/api/admin/coupons']) {
      expect((await send('GET', path)).statusCode, path).toBe(200);
    }
    const coupon = { code: 'SECRETARIA', percent: 10 };
    expect((await send('POST', '/api/admin/coupons', { payload: coupon })).statusCode).toBe(403);
    const offer = { name: 'X', price: 100, rule: { kind: 'endless' } };
    expect((await send('POST', '/api/admin/offers', { payload: offer })).statusCode).toBe(403);
  });

  it('is notified of pending work, and chooses the kinds of notification', async () => {
    const choices = (await test.request({ method: 'GET', url: '/api/notification-choices', as: secretary })).json<
      { kind: string }[]
    >();
    expect(choices.map(({ kind }) => kind).sort()).toEqual([
      'new_proof',
      'new_teacher',
      'price_changed',
      'refund_asked',
    ]);
    await test.request({
      method: 'POST',
      url: '/api/register',
      payload: {
        username: 'novo.professor',
        password: 'segredo1',
        confirmPassword: 'segredo1',
        email: 'novo@exemplo.com.br',
        firstName: 'Novo',
        lastName: 'Professor',
        role: 'teacher',
      },
    });
    const told = await test.deps.db
      .selectFrom('notifications')
      .select('kind')
      .where('user_id', '=', secretary.id)
      .execute();
    expect(told).toEqual([{ kind: 'new_teacher' }]);
  });
});

it('who registers cannot ask for it', async () => {
  const answer = await test.request({
    method: 'POST',
    url: '/api/register',
    payload: {
      username: 'esperta',
      password: 'segredo1',
      confirmPassword: 'segredo1',
      email: 'esperta@exemplo.com.br',
      firstName: 'E',
      lastName: 'S',
      role: 'secretary',
    },
  });
  expect(answer.statusCode).toBe(400);
});
