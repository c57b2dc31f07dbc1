import { beforeAll, describe, expect, it } from 'vitest';
import { createSession, type Person } from '#server/testing/factories.ts';
import { paymentOffice } from '#server/testing/payment-office.ts';
import { served } from '#server/testing/served.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
const desk = paymentOffice(test);
const REASON = 'O PIX foi estornado pelo banco.';

let admin: Person;
beforeAll(async () => {
  admin = await desk.admin();
});

const revoke = (paymentCode: string | undefined, reason?: string | null, as = admin) =>
  test.request({
    method: 'POST',
    url: '/api/admin/payments/revoke',
    as,
    payload: reason === undefined ? { paymentCode } : { paymentCode, reason },
  });
const access = async (as: Person) => (await test.request({ method: 'GET', url: '/api/my-access', as })).json();
const places = async () =>
  (await test.deps.db.selectFrom('offers').select('places_taken').executeTakeFirstOrThrow()).places_taken;
const subjects = (mails: { subject: string }[]) => mails.map(({ subject }) => subject);

describe('within ten seconds', () => {
  it('an approval is undone as if it had not been: no mail, no notice, no way in', async () => {
    const student = await desk.student();
    const before = await places();
    await desk.approve(admin, student.paymentCode);
    expect(await places()).toBe(before + 1);
    test.clock.advance(10_000);
    const response = await revoke(student.paymentCode);
    expect([response.statusCode, response.json().status]).toEqual([200, 'analyzing']);
    expect(await places()).toBe(before);

    const { status, user, events, mails } = await desk.facts(student);
    expect({ status, user }).toEqual({ status: 'analyzing', user: 'pending' });
    expect(events.map(({ action }) => action)).toEqual(['payment.approved', 'payment.approval_undone']);
    expect(subjects(mails)).toEqual([]);
    // Their session ended with it, and the bell says nothing.
    expect((await test.request({ method: 'GET', url: '/api/auth/user', as: student })).statusCode).toBe(401);
    const bell = test.deps.db.selectFrom('notifications').select('id').where('user_id', '=', student.id);
    expect(await bell.execute()).toEqual([]);
  });

  it('is approved again, with its mail', async () => {
    const student = await desk.student();
    await desk.approve(admin, student.paymentCode);
    await revoke(student.paymentCode);
    test.clock.advance(60_000);
    expect((await desk.approve(admin, student.paymentCode)).statusCode).toBe(200);
    const { status, user, mails } = await desk.facts(student);
    expect({ status, user }).toEqual({ status: 'approved', user: 'active' });
    expect(subjects(mails)).toEqual(['Pagamento aprovado: seu acesso está liberado']);
  });
});

describe('taking an approval back later', () => {
  it.each([undefined, null, '', '   '])('it needs a reason: %j', async (reason) => {
    const student = await desk.student();
    await desk.approve(admin, student.paymentCode);
    test.clock.advance(10_001);
    const response = await revoke(student.paymentCode, reason);
    expect([response.statusCode, response.json().fields]).toEqual([400, { reason: 'Informe o motivo.' }]);
    expect((await desk.facts(student)).status).toBe('approved');
  });

  it('needs a fresh login, as a refund does; an undo at once needs none', async () => {
    const cookie = await createSession(test.deps.db, admin.id, new Date(test.clock.now().getTime() - 16 * 60_000));
    const old = { ...admin, cookie };
    const [undone, kept] = [await desk.student(), await desk.student()];
    for (const { paymentCode } of [undone, kept]) await desk.approve(old, paymentCode);
    expect((await revoke(undone.paymentCode, undefined, old)).statusCode).toBe(200);
    test.clock.advance(10_001);
    const refused = await revoke(kept.paymentCode, REASON, old);
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'fresh_proof_required']);
    expect((await desk.facts(kept)).status).toBe('approved');
    expect((await revoke(kept.paymentCode, REASON)).statusCode).toBe(200);
  });

  it('sends the payment back to analysis, ends the access, and mails the student', async () => {
    const student = await desk.student();
    await desk.approve(admin, student.paymentCode);
    test.clock.advance(60_000);
    expect((await revoke(student.paymentCode, REASON)).statusCode).toBe(200);
    // The same again changes nothing.
    expect((await revoke(student.paymentCode, REASON)).statusCode).toBe(200);
    const { status, user, events, mails } = await desk.facts(student);
    expect({ status, user }).toEqual({ status: 'analyzing', user: 'pending' });
    expect(events.map(({ action }) => action)).toEqual(['payment.approved', 'payment.approval_taken_back']);
    expect(events[1]?.details).toEqual({ from: 'approved', to: 'analyzing', reason: REASON });
    expect(subjects(mails)).toEqual(['Seu pagamento voltou para análise']);
  });

  it('who was not let in by it stays in, without what it opened', async () => {
    const student = await desk.student('analyzing', { status: 'active' });
    await desk.approve(admin, student.paymentCode);
    await test.deps.db
      .updateTable('access_grants')
      .set({ ended_at: test.clock.now() })
      .where('user_id', '=', student.id)
      .where('payment_id', 'is', null)
      .execute();
    test.clock.advance(60_000);
    expect(await access(student)).toMatchObject({ active: true });
    await revoke(student.paymentCode, REASON);
    expect((await desk.facts(student)).user).toBe('active');
    expect(await access(student)).toMatchObject({ active: false, endsOn: '2026-11-15' });
    const lessons = await test.request({ method: 'GET', url: '/api/articles', as: student });
    expect(lessons.json()).toMatchObject({ code: 'access_ended', endsOn: '2026-11-15' });
  });

  it('is refused for an order that is not approved', async () => {
    for (const payment of ['pending', 'analyzing', 'rejected'] as const) {
      const student = await desk.student(payment);
      const response = await revoke(student.paymentCode, REASON);
      expect([response.statusCode, response.json().status]).toEqual([409, payment]);
    }
    expect((await revoke('0000000000000000', REASON)).statusCode).toBe(404);
  });
});

it('fifty simultaneous requests take one approval back once, and every request gets an answer', async () => {
  const student = await desk.student();
  await desk.approve(admin, student.paymentCode);
  test.clock.advance(60_000);
  const before = await places();
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => served(() => revoke(student.paymentCode, REASON))),
  );
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  expect((await desk.facts(student)).events).toHaveLength(2);
  expect(await places()).toBe(before - 1);
});

it('a session that was opened by the login ends at once, in the middle of its day', async () => {
  const student = await desk.student();
  await desk.approve(admin, student.paymentCode);
  const cookie = await createSession(test.deps.db, student.id, test.clock.now());
  const me = () => test.request({ method: 'GET', url: '/api/auth/user', as: { cookie } });
  expect((await me()).statusCode).toBe(200);
  test.clock.advance(11_000);
  await revoke(student.paymentCode, REASON);
  expect((await me()).statusCode).toBe(401);
});
