import { beforeEach, describe, expect, it } from 'vitest';
import type { UnpaidOrder, UnpaidSummary } from '#contract/money/reminders.ts';
import { DAY_MS, HOUR_MS } from '#contract/time.ts';
import { transact } from '#server/db/transact.ts';
import { auditOf } from '#server/testing/audit.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { type SentMail, writtenMails } from '#server/testing/mails.ts';
import { usePixSchool } from '#server/testing/pix-school.ts';
import { markReminded } from './reminders.store.ts';

const { test, desk, txidOf } = usePixSchool();

let admin: Person;
let secretary: Person;
beforeEach(async () => {
  // Orders of earlier tests are too old now, and so are sessions.
  test.clock.advance(30 * DAY_MS);
  admin = await desk.admin();
  secretary = await createPerson(test.deps.db, { role: 'secretary', now: test.clock.now() });
});

const call = (as: Person | undefined, method: 'GET' | 'POST' | 'PUT' | 'PATCH', url: string, payload?: object) =>
  test.request({ method, url, as, ...(payload ? { payload } : {}) });
const run = async () => {
  await test.deps.jobs.send(test.deps.db, 'order-reminders', {});
  await test.deps.jobs.drain();
};
const remindersTo = async ({ email }: Person): Promise<SentMail[]> =>
  (await writtenMails(test.deps.config.dataDir)).filter(
    ({ to, subject }) => to === email && subject === 'Seu pedido espera o pagamento',
  );
const unpaid = async (person: Person) =>
  ((await call(secretary, 'GET', '/api/admin/unpaid-orders')).json() as UnpaidOrder[]).find(
    ({ paymentCode }) => paymentCode === person.paymentCode,
  );
const summary = async () => (await call(admin, 'GET', '/api/admin/unpaid-orders/summary')).json() as UnpaidSummary;
const tokenIn = (mail: SentMail | undefined) => /stop-reminders#t=(\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
const later = (ms: number) => test.clock.advance(ms);

describe('an unpaid order', () => {
  it('is reminded of after a day and after three, once each, with a fresh charge and the same payment code', async () => {
    const person = await desk.student('pending');
    later(24 * HOUR_MS - 1000);
    await run();
    expect(await remindersTo(person)).toEqual([]);
    later(1000);
    await run();
    await run();
    const [first, ...others] = await remindersTo(person);
    expect(others).toEqual([]);
    expect(first?.text).toContain(txidOf(person));
    expect(first?.text).toContain(`Código do pagamento: ${person.paymentCode}.`);
    expect(first?.text).toContain('A confirmação é automática.');
    later(2 * DAY_MS);
    await run();
    const mails = await remindersTo(person);
    expect(mails).toHaveLength(2);
    // The first charge has ended by then.
    expect(mails.some(({ text }) => text.includes(txidOf(person, 2)))).toBe(true);
    later(DAY_MS);
    await run();
    expect(await remindersTo(person)).toHaveLength(2);
    expect(await unpaid(person)).toMatchObject({ reminders: { sent: 2, stopped: null } });
  });

  it('that two servers find at the same time gets one mail', async () => {
    const person = await desk.student('pending');
    later(DAY_MS);
    for (let i = 0; i < 3; i += 1) await test.deps.jobs.send(test.deps.db, 'order-reminders', {});
    await test.deps.jobs.drain();
    expect(await remindersTo(person)).toHaveLength(1);
    // Each step is claimed once, also by runs that listed the order at the same moment.
    const { id } = (await unpaid(person)) as UnpaidOrder;
    const claim = () => transact(test.deps, (tx) => markReminded(tx, id, 2, test.clock.now()));
    expect((await Promise.all([claim(), claim(), claim()])).filter(Boolean)).toHaveLength(1);
  });

  it('that is paid gets no further reminder, and counts as brought by the first', async () => {
    const before = (await summary()).reminded;
    const [person, other] = [await desk.student('pending'), await desk.student('pending')];
    later(DAY_MS);
    await run();
    later(HOUR_MS);
    await desk.approve(admin, person.paymentCode);
    later(2 * DAY_MS);
    await run();
    expect([(await remindersTo(person)).length, (await remindersTo(other)).length]).toEqual([1, 2]);
    const { reminded } = await summary();
    expect([reminded.orders - before.orders, reminded.paid - before.paid]).toEqual([2, 1]);
    expect(reminded.paidAmount - before.paidAmount).toBe(29_700);
  });

  it('that is paid between the decision to remind and the sending gets no mail', async () => {
    const person = await desk.student('pending');
    later(DAY_MS);
    await test.deps.jobs.send(test.deps.db, 'order-reminders', {});
    const { id } = await test.deps.db
      .selectFrom('payments')
      .select('id')
      .where('payment_code', '=', person.paymentCode ?? '')
      .executeTakeFirstOrThrow();
    await desk.approve(admin, person.paymentCode);
    await test.deps.mail.send(test.deps.db, 'order_reminder', `${id}:race`, { paymentId: id });
    await test.deps.jobs.drain();
    expect(await remindersTo(person)).toEqual([]);
  });

  it('gets none for a blocked student, in the example school, or when it is old', async () => {
    const [blocked, example, old] = [
      await desk.student('pending'),
      await desk.student('pending'),
      await desk.student('pending'),
    ];
    const { db } = test.deps;
    await db.updateTable('users').set({ status: 'blocked' }).where('id', '=', blocked.id).execute();
    await db.updateTable('users').set({ is_sample: true }).where('id', '=', example.id).execute();
    const longAgo = new Date(test.clock.now().getTime() - 20 * DAY_MS);
    await db.updateTable('payments').set({ created_at: longAgo }).where('user_id', '=', old.id).execute();
    later(DAY_MS);
    await run();
    for (const person of [blocked, example, old]) expect(await remindersTo(person)).toEqual([]);
  });

  it('is reminded of after the hours that the school sets, and never where it sets zero', async () => {
    const { version } = (await call(admin, 'GET', '/api/admin/settings')).json();
    const set = { version, reminderHours: 2, reminderDays: 0 };
    expect((await call(admin, 'PATCH', '/api/admin/settings', set)).statusCode).toBe(200);
    const person = await desk.student('pending');
    later(2 * HOUR_MS);
    await run();
    expect(await remindersTo(person)).toHaveLength(1);
    later(4 * DAY_MS);
    await run();
    expect(await remindersTo(person)).toHaveLength(1);
    const back = { version: version + 1, reminderHours: null, reminderDays: null };
    admin = await desk.admin();
    expect((await call(admin, 'PATCH', '/api/admin/settings', back)).json().values).toMatchObject({
      reminderHours: 24,
      reminderDays: 3,
    });
  });
});

describe('reminders', () => {
  it('are stopped by one press in the mail, without a login, and by the mail program itself', async () => {
    const [person, other] = [await desk.student('pending'), await desk.student('pending')];
    later(DAY_MS);
    await run();
    const [mail] = await remindersTo(person);
    const [program] = await remindersTo(other);
    expect((await call(undefined, 'POST', `/api/payment-reminders/stop/${tokenIn(mail)}`)).json()).toEqual({
      ok: true,
    });
    const header = /<https:\/\/escola\.example(\S+)>/.exec(program?.headers['list-unsubscribe'] ?? '')?.[1] ?? '';
    const oneClick = await test.request({
      method: 'POST',
      url: header,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    });
    expect(oneClick.statusCode).toBe(200);
    // Again is the same.
    expect((await call(undefined, 'POST', `/api/payment-reminders/stop/${tokenIn(mail)}`)).statusCode).toBe(200);
    later(2 * DAY_MS);
    await run();
    expect([(await remindersTo(person)).length, (await remindersTo(other)).length]).toEqual([1, 1]);
    expect(await unpaid(person)).toMatchObject({ reminders: { stopped: { by: 'student' } } });
    expect(await unpaid(other)).toMatchObject({ reminders: { stopped: { by: 'student' } } });
  });

  it('are not stopped by a token of another order or a made-up one', async () => {
    const [person, other] = [await desk.student('pending'), await desk.student('pending')];
    later(DAY_MS);
    await run();
    const [, signature] = tokenIn((await remindersTo(person))[0]).split('.');
    const order = await unpaid(other);
    for (const token of [`${order?.id}.${signature}`, `1.${'x'.repeat(43)}`, `999999.${signature}`]) {
      expect((await call(undefined, 'POST', `/api/payment-reminders/stop/${token}`)).statusCode, token).toBe(404);
    }
    expect(await unpaid(other)).toMatchObject({ reminders: { stopped: null } });
  });

  it('are stopped and resumed by the office, for the student and not only the order', async () => {
    const person = await desk.student('pending');
    const order = await unpaid(person);
    const change = (as: Person, stopped: boolean) =>
      call(as, 'PUT', `/api/admin/unpaid-orders/${order?.id}/reminders`, { stopped });
    expect((await change(secretary, true)).json()).toMatchObject({ reminders: { stopped: { by: 'office' } } });
    expect((await change(secretary, true)).statusCode).toBe(200);
    later(DAY_MS);
    await run();
    expect(await remindersTo(person)).toEqual([]);
    expect((await change(admin, false)).json()).toMatchObject({ reminders: { stopped: null } });
    await run();
    expect(await remindersTo(person)).toHaveLength(1);
    expect((await auditOf(test.deps.db, `payment:${order?.id}`)).map(({ action }) => action)).toEqual([
      'payment.reminders_stopped',
      'payment.reminders_resumed',
    ]);
    expect((await call(person, 'GET', '/api/admin/unpaid-orders')).statusCode).toBe(401);
  });

  it('that a student stopped stay stopped for the next order', async () => {
    const person = await createPerson(test.deps.db, { now: test.clock.now() });
    const buy = async () => (await call(person, 'POST', '/api/my-orders', {})).json() as { id: number };
    const first = await buy();
    later(DAY_MS);
    await run();
    await call(undefined, 'POST', `/api/payment-reminders/stop/${tokenIn((await remindersTo(person))[0])}`);
    await test.request({ method: 'DELETE', url: `/api/my-orders/${first.id}`, as: person });
    const second = await buy();
    expect(second.id).not.toBe(first.id);
    later(DAY_MS);
    await run();
    expect(await remindersTo(person)).toHaveLength(1);
  });
});

it('the office reads the unpaid orders page by page, oldest first, and the home counts the same', async () => {
  await desk.student('pending');
  const first = await call(secretary, 'GET', '/api/admin/unpaid-orders?limit=2');
  const total = Number(first.headers['x-total-count']);
  const all = (await call(secretary, 'GET', '/api/admin/unpaid-orders')).json() as UnpaidOrder[];
  expect(all).toHaveLength(total);
  const link = /<([^>]+)>; rel="next"/.exec(String(first.headers.link))?.[1] ?? '';
  const next = (await call(secretary, 'GET', link)).json() as UnpaidOrder[];
  expect([...first.json(), ...next].map(({ id }) => id)).toEqual(all.slice(0, 2 + next.length).map(({ id }) => id));
  const { count, amount, oldestAt } = await summary();
  expect({ count, amount, oldestAt }).toEqual({
    count: total,
    amount: all.reduce((sum, order) => sum + order.amount, 0),
    oldestAt: all[0]?.createdAt,
  });
  expect((await call(secretary, 'GET', '/api/admin/home')).json().waiting.unpaid).toMatchObject({ count: total });
});
