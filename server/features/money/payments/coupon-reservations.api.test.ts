import { beforeAll, describe, expect, it } from 'vitest';
import { HOUR_MS } from '#contract/time.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { writtenMails } from '#server/testing/mails.ts';
import { usePixSchool } from '#server/testing/pix-school.ts';
import { served } from '#server/testing/served.ts';
import { ofxOf, statementForm } from '#server/testing/statements.ts';

const school = usePixSchool();
const { test, desk, open, txidOf, poll, cases } = school;
const RESERVED_MS = 72 * HOUR_MS;
const PRICE = 29_700;

let admin: Person;
beforeAll(async () => {
  admin = await desk.admin();
});

type Asker = { cookie: string } | undefined;
const call = (as: Asker, method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, payload?: object) =>
  test.request({ method, url, as, ...(payload ? { payload } : {}) });
const addCoupon = async (code: string, more: object = {}) => {
  const payload = { code, percent: 50, ...more };
  // An administrator of now: proofs of who one is age with the clock.
  admin = await desk.admin();
  return (await call(admin, 'POST', '/api/admin/coupons', payload)).json();
};
const couponOf = async (code: string) => {
  const coupons = (await call(await desk.admin(), 'GET', '/api/admin/coupons')).json();
  return coupons.find((one: { code: string }) => one.code === code) as { uses: number; reserved: number };
};
const read = async (paymentCode: string) =>
  (await call(undefined, 'GET', `/api/payments/by-code/${paymentCode}`)).json();
const stateOf = async (code: string) =>
  (await call(undefined, 'GET', `/api/payments/answer-deadline?code=${code}`)).json();
const announce = (as: Asker, paymentCode: string) =>
  call(as, 'POST', '/api/payments/upload-proof-by-code', { paymentCode });
const apply = (as: Asker, paymentCode: string, coupon: string) =>
  call(as, 'POST', '/api/payments/apply-coupon', { paymentCode, coupon });

let serial = 0;
async function register(coupon: string) {
  serial += 1;
  const username = `cupom${serial}`;
  const person = { username, email: `${username}@exemplo.com.br`, firstName: 'Ana', lastName: 'Lima' };
  const payload = { ...person, password: 'segredo1', confirmPassword: 'segredo1', coupon };
  const answer = await served(() => call(undefined, 'POST', '/api/register', payload));
  const cookie = answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  return { statusCode: answer.statusCode, code: answer.json().paymentCode as string, holder: { cookie }, ...person };
}
const sweep = async () => {
  await test.deps.jobs.send(test.deps.db, 'coupon-reservations', {});
  await test.deps.jobs.drain();
};

describe('a limited coupon', () => {
  it('taken by twelve unpaid registrations is free again after 72 hours, and twelve of thirty get it', async () => {
    await addCoupon('DOZE', { usesMax: 12 });
    const first = await Promise.all(Array.from({ length: 12 }, () => register('DOZE')));
    expect(first.map(({ statusCode }) => statusCode)).toEqual(Array(12).fill(201));
    expect((await register('DOZE')).statusCode).toBe(409);
    expect(await couponOf('DOZE')).toMatchObject({ uses: 12, reserved: 12 });

    test.clock.advance(RESERVED_MS - 1000);
    expect((await register('DOZE')).statusCode).toBe(409);
    test.clock.advance(1000);
    expect((await call(undefined, 'POST', '/api/coupons/check', { coupon: 'DOZE' })).statusCode).toBe(200);
    const people = await Promise.all(
      Array.from({ length: 30 }, () => createPerson(test.deps.db, { now: test.clock.now() })),
    );
    const answers = await Promise.all(
      people.map((person) => served(() => call(person, 'POST', '/api/my-orders', { coupon: 'DOZE' }))),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(12);
    expect(new Set(answers.filter(({ statusCode }) => statusCode !== 201).map((one) => one.json().code))).toEqual(
      new Set(['coupon_refused']),
    );
    expect(await couponOf('DOZE')).toMatchObject({ uses: 12, reserved: 12 });
    for (const { code } of first) expect((await read(code)).amount).toBe(PRICE);
  });

  it('is reserved for the hours that the school sets, and the mail and the page say until when', async () => {
    await addCoupon('CURTO', { usesMax: 1 });
    const version = (await call(admin, 'GET', '/api/admin/settings')).json().version;
    const saved = await call(admin, 'PATCH', '/api/admin/settings', { version, couponHours: 5 });
    expect(saved.json().values.couponHours).toBe(5);
    const { code, email } = await register('CURTO');
    const until = new Date(test.clock.now().getTime() + 5 * HOUR_MS);
    expect(await stateOf(code)).toMatchObject({
      amount: PRICE / 2,
      coupon: { reservedUntil: until.toISOString(), lapsedAt: null },
    });
    await test.deps.jobs.drain();
    // The other one asks to confirm the address; which is written first is chance.
    const mails = (await writtenMails(test.deps.config.dataDir)).filter(({ to }) => to === email);
    expect(mails.map(({ text }) => text).join()).toContain('O desconto do cupom está reservado até');
    test.clock.advance(5 * HOUR_MS);
    expect(await stateOf(code)).toMatchObject({
      amount: PRICE,
      coupon: { reservedUntil: null, lapsedAt: test.clock.now().toISOString() },
    });
    const reset = { version: version + 1, couponHours: null };
    admin = await desk.admin();
    expect((await call(admin, 'PATCH', '/api/admin/settings', reset)).json().values.couponHours).toBe(72);
  });

  it('that lapsed costs the price of the day, not the price of the order', async () => {
    await addCoupon('DODIA', { usesMax: 1 });
    const { code } = await register('DODIA');
    test.clock.advance(RESERVED_MS);
    admin = await desk.admin();
    const [offer] = (await call(admin, 'GET', '/api/admin/offers')).json();
    const { placesTaken: _, updatedAt: __, id, ...fields } = offer;
    await call(admin, 'PUT', `/api/admin/offers/${id}`, { ...fields, price: 39_700 });
    expect((await read(code)).amount).toBe(39_700);
    await call(admin, 'PUT', `/api/admin/offers/${id}`, { ...fields, version: fields.version + 1 });
    // What it costs stays from then on.
    expect((await read(code)).amount).toBe(39_700);
  });

  it('can be typed again by its holder while uses are left', async () => {
    await addCoupon('DENOVO', { usesMax: 1 });
    const { code, holder } = await register('DENOVO');
    test.clock.advance(RESERVED_MS);
    expect((await apply(holder, code, 'DENOVO')).json()).toMatchObject({ amount: PRICE / 2 });
    expect((await stateOf(code)).coupon).toEqual({
      reservedUntil: new Date(test.clock.now().getTime() + RESERVED_MS).toISOString(),
      lapsedAt: null,
    });
    expect(await couponOf('DENOVO')).toMatchObject({ uses: 1 });
  });

  it('expires by the scheduled job when no page reads it, once, with an audit event', async () => {
    await addCoupon('SOZINHO', { usesMax: 1 });
    const { code } = await register('SOZINHO');
    test.clock.advance(RESERVED_MS);
    await sweep();
    await sweep();
    const order = await test.deps.db
      .selectFrom('payments')
      .select(['id', 'amount', 'lapsed_amount', 'coupon_id'])
      .where('payment_code', '=', code)
      .executeTakeFirstOrThrow();
    expect(order).toMatchObject({ amount: PRICE, lapsed_amount: PRICE / 2, coupon_id: null });
    const events = await test.deps.db
      .selectFrom('audit_events')
      .select(['action', 'details'])
      .where('subject', '=', `payment:${order.id}`)
      .execute();
    expect(events).toEqual([{ action: 'payment.coupon_lapsed', details: { before: PRICE / 2, after: PRICE } }]);
    expect(await couponOf('SOZINHO')).toMatchObject({ uses: 0, reserved: 0 });
  });

  it('stays with an order that is paid or in analysis', async () => {
    await addCoupon('PAGOU', { usesMax: 3 });
    const [paid, waiting, taken] = [await register('PAGOU'), await register('PAGOU'), await register('PAGOU')];
    await desk.approve(admin, paid.code);
    await announce(waiting.holder, waiting.code);
    // Said by a stranger and without a file: that keeps nothing.
    await announce(undefined, taken.code);
    test.clock.advance(RESERVED_MS);
    await sweep();
    expect([(await read(paid.code)).amount, (await read(waiting.code)).amount]).toEqual([PRICE / 2, PRICE / 2]);
    expect(await read(taken.code)).toMatchObject({ amount: PRICE, status: 'analyzing' });
    expect(await couponOf('PAGOU')).toMatchObject({ uses: 2, reserved: 1 });
  });

  it('is reserved for the full time again after a rejection, so that the student can send a better proof', async () => {
    await addCoupon('RECUSOU', { usesMax: 1 });
    const { code, holder } = await register('RECUSOU');
    await announce(holder, code);
    test.clock.advance(RESERVED_MS + HOUR_MS);
    admin = await desk.admin();
    await desk.reject(admin, code);
    expect((await read(code)).amount).toBe(PRICE / 2);
    test.clock.advance(RESERVED_MS - 1000);
    expect((await read(code)).amount).toBe(PRICE / 2);
    test.clock.advance(1000);
    expect((await read(code)).amount).toBe(PRICE);
  });

  it('without a limit of uses never lapses', async () => {
    await addCoupon('SEMFIM');
    const { code } = await register('SEMFIM');
    test.clock.advance(10 * RESERVED_MS);
    await sweep();
    expect((await read(code)).amount).toBe(PRICE / 2);
    expect((await stateOf(code)).coupon).toEqual({ reservedUntil: null, lapsedAt: null });
  });
});

describe('money that comes at the old amount', () => {
  it('through the provider is a case, and the order waits for a person', async () => {
    await addCoupon('TARDE', { usesMax: 1 });
    const { code } = await register('TARDE');
    const person = { paymentCode: code } as Person;
    test.clock.advance(RESERVED_MS - HOUR_MS);
    expect((await open(person)).charge.pixCode).toContain(txidOf(person));
    test.clock.advance(HOUR_MS);
    const next = await open(person);
    expect(next.charge.pixCode).toContain(txidOf(person, 2));
    school.bank().pay(txidOf(person), PRICE / 2);
    await poll();
    expect(await read(code)).toMatchObject({ status: 'pending', amount: PRICE });
    expect(await cases()).toContainEqual(
      expect.objectContaining({ txid: code, kind: 'wrong_amount', held: PRICE / 2, amount: PRICE }),
    );
  });

  it('in a bank statement is not confirmed by itself, and is listed beside its order', async () => {
    await addCoupon('EXTRATO', { usesMax: 1 });
    const { code } = await register('EXTRATO');
    test.clock.advance(RESERVED_MS);
    await sweep();
    admin = await desk.admin();
    const line = { day: '2026-11-19', amount: '148.50', memo: `PIX RECEBIDO ${code}` };
    const form = await statementForm(ofxOf([line]));
    const sent = await test.request({ method: 'POST', url: '/api/admin/statements', as: admin, ...form });
    expect(sent.statusCode).toBe(201);
    const entries = (await call(admin, 'GET', `/api/admin/statements/${sent.json().id}/entries`)).json();
    expect(entries).toMatchObject([{ state: 'doubtful', amount: PRICE / 2, order: { paymentCode: code } }]);
    await call(admin, 'POST', `/api/admin/statements/${sent.json().id}/confirm`);
    expect(await read(code)).toMatchObject({ status: 'pending', amount: PRICE });
  });
});
