import { beforeAll, describe, expect, it } from 'vitest';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { paymentOffice } from '#server/testing/payment-office.ts';
import { served } from '#server/testing/served.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
const desk = paymentOffice(test);

let admin: Person;
beforeAll(async () => {
  admin = await desk.admin();
});

const call = (as: Person | undefined, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
  test.request({ method, url, as, ...(payload ? { payload } : {}) });
const renew = (as: Person, payload: object = {}) => call(as, 'POST', '/api/my-orders', payload);
const orders = async (as: Person) => (await call(as, 'GET', '/api/my-orders')).json();
const addCoupon = async (code: string, more: object = { percent: 20 }) =>
  (await call(admin, 'POST', '/api/admin/coupons', { code, ...more })).json();
const coupons = async () => (await call(admin, 'GET', '/api/admin/coupons')).json() as { code: string; uses: number }[];
const usesOf = async (code: string) => (await coupons()).find((one) => one.code === code)?.uses;

let serial = 0;
const register = (more: object = {}) => {
  serial += 1;
  const name = `compra${serial}`;
  const person = { username: name, email: `${name}@exemplo.com.br`, firstName: 'Ana', lastName: 'Lima' };
  const payload = { ...person, password: 'segredo1', confirmPassword: 'segredo1', ...more };
  return call(undefined, 'POST', '/api/register', payload);
};

async function buyer(): Promise<Person> {
  const student = await desk.student();
  await desk.approve(admin, student.paymentCode);
  return student;
}

describe('a student who buys again', () => {
  it('gets an order to pay, which is the latest; the first stays in the list', async () => {
    const student = await buyer();
    const opened = await renew(student);
    expect([opened.statusCode, opened.json()]).toMatchObject([
      201,
      {
        status: 'pending',
        amount: 29_700,
        method: 'pix_proof',
        access: null,
        pixCode: expect.stringMatching(/^000201/),
      },
    ]);
    // The same wish again is the same order.
    const again = await renew(student);
    expect([again.statusCode, again.json().id]).toEqual([200, opened.json().id]);
    expect((await orders(student)).map(({ status }: { status: string }) => status)).toEqual(['pending', 'approved']);
    const current = await call(student, 'GET', '/api/payments/current');
    expect(current.json().paymentCode).toBe(opened.json().paymentCode);
    const byEmail = await call(undefined, 'POST', '/api/payments/create-by-email', { email: student.email });
    expect([byEmail.statusCode, byEmail.json().paymentCode]).toEqual([200, opened.json().paymentCode]);

    test.clock.advance(60_000);
    expect((await desk.approve(admin, opened.json().paymentCode)).statusCode).toBe(200);
    expect(await orders(student)).toMatchObject([
      { status: 'approved', access: { active: true } },
      { status: 'approved', access: { active: true } },
    ]);
    // Taking the second back leaves the student in, with what the first opened.
    const revoke = { paymentCode: opened.json().paymentCode };
    await call(admin, 'POST', '/api/admin/payments/revoke', revoke);
    expect((await call(student, 'GET', '/api/articles')).statusCode).toBe(200);
  });

  it('has one open order, also when fifty requests come at once', async () => {
    const student = await buyer();
    const answers = await Promise.all(Array.from({ length: 50 }, () => served(() => renew(student))));
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
    expect(new Set(answers.map((answer) => answer.json().id)).size).toBe(1);
    expect(await orders(student)).toHaveLength(2);
  });

  it('calls an unpaid one off; one in analysis is the office’s', async () => {
    const student = await buyer();
    const { id, paymentCode } = (await renew(student)).json();
    expect((await call(student, 'DELETE', `/api/my-orders/${id}`)).json().status).toBe('cancelled');
    const second = (await renew(student)).json();
    expect(second.paymentCode).not.toBe(paymentCode);
    const { paymentCode: code } = second;
    await call(student, 'POST', '/api/payments/upload-proof-by-code', { paymentCode: code });
    expect((await call(student, 'DELETE', `/api/my-orders/${second.id}`)).json().status).toBe('analyzing');
    expect((await renew(student)).json()).toMatchObject({ code: 'state_conflict', status: 'analyzing' });
    const stranger = await buyer();
    expect((await call(stranger, 'DELETE', `/api/my-orders/${second.id}`)).statusCode).toBe(404);
  });

  it('must be a student, not an administrator', async () => {
    expect((await renew(admin)).json().code).toBe('already_active');
  });

  it('finds no offer that is not sold today, and pays what it cost when the order was made', async () => {
    const student = await buyer();
    const rule = { kind: 'days', count: 30 };
    const offer = { name: 'Intensivo', price: 9900, rule, soldUntil: '2026-11-14' };
    const { id, version } = (await call(admin, 'POST', '/api/admin/offers', offer)).json();
    expect((await renew(student, { offerId: id })).statusCode).toBe(404);
    const onSale = { ...offer, soldUntil: null, version };
    expect((await call(admin, 'PUT', `/api/admin/offers/${id}`, onSale)).statusCode).toBe(200);
    const order = (await renew(student, { offerId: id })).json();
    expect(order).toMatchObject({ amount: 9900, offer: { id, name: 'Intensivo' } });
    await call(admin, 'PUT', `/api/admin/offers/${id}`, { ...onSale, price: 19_900, version: version + 1 });
    // The old amount holds for that code.
    expect((await call(undefined, 'GET', `/api/payments/by-code/${order.paymentCode}`)).json().amount).toBe(9900);
    await desk.approve(admin, order.paymentCode);
    const [latest] = await orders(student);
    expect(latest).toMatchObject({ amount: 9900, access: { active: true, endsOn: '2026-12-15' } });
    expect((await call(admin, 'DELETE', `/api/admin/offers/${id}`)).json().code).toBe('offer_in_use');
  });
});

describe('a coupon', () => {
  it('can be checked before the registration and comes with it, in capitals or not', async () => {
    await addCoupon('bemvindo', { percent: 20 });
    const told = await call(undefined, 'POST', '/api/coupons/check', { coupon: ' BemVindo ' });
    expect(told.json()).toEqual({ coupon: 'BEMVINDO', fullPrice: 29_700, price: 23_760 });
    const registered = await register({ coupon: 'BemVindo' });
    expect(registered.statusCode).toBe(201);
    const { paymentCode } = registered.json();
    expect((await call(undefined, 'GET', `/api/payments/by-code/${paymentCode}`)).json().amount).toBe(23_760);
    expect(await usesOf('BEMVINDO')).toBe(1);
    const refused = await register({ coupon: 'NAOEXISTE' });
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'coupon_refused']);
  });

  it('is typed on the payment page, and another one takes its place', async () => {
    await addCoupon('DEZ', { cents: 1000 });
    await addCoupon('VINTE', { cents: 2000 });
    const registered = await register();
    const { paymentCode } = registered.json();
    const holder = { cookie: registered.cookies.map(({ name, value }) => `${name}=${value}`).join('; ') };
    const send = (url: string, payload: object) => test.request({ method: 'POST', url, as: holder, payload });
    const apply = (coupon: string) => send('/api/payments/apply-coupon', { paymentCode, coupon });
    expect((await apply('dez')).json()).toMatchObject({ amount: 28_700, status: 'pending' });
    expect((await apply('DEZ')).json().amount).toBe(28_700);
    expect((await apply('VINTE')).json().amount).toBe(27_700);
    expect([await usesOf('DEZ'), await usesOf('VINTE')]).toEqual([0, 1]);
    await send('/api/payments/upload-proof-by-code', { paymentCode });
    expect((await apply('DEZ')).json()).toMatchObject({ code: 'state_conflict', status: 'analyzing' });
  });

  it('counts once for each student, and is free again when the order is cancelled or finally refused', async () => {
    await addCoupon('UMAVEZ');
    const student = await buyer();
    const first = (await renew(student, { coupon: 'umavez' })).json();
    expect(first).toMatchObject({ amount: 23_760, fullAmount: 29_700, coupon: 'UMAVEZ' });
    await call(student, 'DELETE', `/api/my-orders/${first.id}`);
    expect(await usesOf('UMAVEZ')).toBe(0);

    const second = (await renew(student, { coupon: 'UMAVEZ' })).json();
    await desk.reject(admin, second.paymentCode);
    expect(await usesOf('UMAVEZ')).toBe(1);
    const third = (await renew(student, { coupon: 'UMAVEZ' })).json();
    expect(third).toMatchObject({ status: 'pending', amount: 23_760 });
    expect(await usesOf('UMAVEZ')).toBe(1);
    await desk.approve(admin, third.paymentCode);
    const fourth = await renew(student, { coupon: 'UMAVEZ' });
    expect(fourth.json()).toMatchObject({ code: 'coupon_refused', message: 'Você já usou este cupom.' });
    const { id } = (await coupons()).find(({ code }) => code === 'UMAVEZ') as unknown as { id: number };
    expect((await call(admin, 'DELETE', `/api/admin/coupons/${id}`)).json().code).toBe('coupon_in_use');
  });

  it('has a last use, which one of fifty gets', async () => {
    await addCoupon('ULTIMO', { percent: 50, usesMax: 1 });
    const people = await Promise.all(
      Array.from({ length: 50 }, () => createPerson(test.deps.db, { now: test.clock.now() })),
    );
    const answers = await Promise.all(people.map((person) => served(() => renew(person, { coupon: 'ULTIMO' }))));
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
    expect(new Set(answers.filter(({ statusCode }) => statusCode !== 201).map((answer) => answer.json().code))).toEqual(
      new Set(['coupon_refused']),
    );
    expect(await usesOf('ULTIMO')).toBe(1);
  });

  it.each([
    ['without a discount', { code: 'SEMNADA' }],
    ['with both kinds', { code: 'DOIS', percent: 10, cents: 10 }],
    ['with a code that is none', { code: 'É!', percent: 10 }],
    ['of more than all', { code: 'TUDO', percent: 101 }],
    ['that ends before it begins', { code: 'ANTES', percent: 1, validFrom: '2026-11-02', validUntil: '2026-11-01' }],
  ])('is not made %s', async (_, payload) => {
    expect((await call(admin, 'POST', '/api/admin/coupons', payload)).statusCode).toBe(400);
  });

  it('is changed by its newest version, and made once', async () => {
    const made = await addCoupon('MUDA', { percent: 5 });
    expect((await call(admin, 'POST', '/api/admin/coupons', { code: 'muda', percent: 5 })).json().code).toBe(
      'coupon_exists',
    );
    const change = { percent: null, cents: 700, offerIds: [1], usesMax: 3, version: made.version };
    const changed = (await call(admin, 'PUT', `/api/admin/coupons/${made.id}`, change)).json();
    expect(changed).toMatchObject({ code: 'MUDA', percent: null, cents: 700, offerIds: [1], usesMax: 3, uses: 0 });
    expect((await call(admin, 'PUT', `/api/admin/coupons/${made.id}`, change)).json().code).toBe('version_conflict');
    const elsewhere = { ...change, offerIds: [99_999], version: changed.version };
    expect((await call(admin, 'PUT', `/api/admin/coupons/${made.id}`, elsewhere)).statusCode).toBe(404);
    expect((await call(admin, 'DELETE', `/api/admin/coupons/${made.id}`)).statusCode).toBe(200);
  });
});

it('the orders of a removed student stay, under a pseudonym that belongs to no person', async () => {
  const student = await buyer();
  const { id, paymentCode } = (await renew(student)).json();
  expect((await call(admin, 'DELETE', `/api/admin/users/${student.id}`)).statusCode).toBe(200);
  const rows = await test.deps.db
    .selectFrom('payments')
    .select(['id', 'status', 'amount', 'method', 'pseudonym', 'student_id', 'user_id'])
    .where('payment_code', 'in', [student.paymentCode ?? '', paymentCode])
    .orderBy('id')
    .execute();
  expect(rows).toMatchObject([
    { status: 'approved', amount: 29_700, method: 'pix_proof', student_id: null, user_id: null },
    { id, status: 'cancelled', student_id: null, user_id: null },
  ]);
  expect(rows[0]?.pseudonym).toMatch(/^Aluno [0-9A-Z]{6}$/);
  expect(rows[1]?.pseudonym).toBe(rows[0]?.pseudonym);
});
