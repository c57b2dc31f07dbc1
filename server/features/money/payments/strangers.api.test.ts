import { beforeAll, describe, expect, it } from 'vitest';
import type { EndpointSpec } from '#contract/endpoint.ts';
import { endpoints } from '#contract/index.ts';
import * as coupons from '#contract/money/coupons.ts';
import * as offers from '#contract/money/offers.ts';
import * as orders from '#contract/money/orders.ts';
import * as reminders from '#contract/money/reminders.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { multipartForm } from '#server/testing/forms.ts';
import { paymentOffice } from '#server/testing/payment-office.ts';
import { receiptPdf } from '#server/testing/receipts.ts';
import { useTestApp } from '#server/testing/test-app.ts';

/** A stranger who knows a student's e-mail address and, by it, the payment code. */

const test = useTestApp();
const desk = paymentOffice(test);

let admin: Person;
beforeAll(async () => {
  admin = await desk.admin();
  for (const [code, percent] of [
    ['METADE', 50],
    ['UMPORCENTO', 1],
  ] as const) {
    const payload = { code, percent, usesMax: 100 };
    await test.request({ method: 'POST', url: '/api/admin/coupons', as: admin, payload });
  }
});

type Asker = { cookie: string } | undefined;
const applyCoupon = (as: Asker, paymentCode: string, coupon: string) =>
  test.request({ method: 'POST', url: '/api/payments/apply-coupon', as, payload: { paymentCode, coupon } });
const announce = (as: Asker, paymentCode: string) =>
  test.request({ method: 'POST', url: '/api/payments/upload-proof-by-code', as, payload: { paymentCode } });
const read = async (paymentCode: string) =>
  (await test.request({ method: 'GET', url: `/api/payments/by-code/${paymentCode}` })).json();
const deadline = async (as: Asker, code: string) =>
  (await test.request({ method: 'GET', url: `/api/payments/answer-deadline?code=${code}`, as })).json();
const usesOf = async (code: string) => {
  const coupons = (await test.request({ method: 'GET', url: '/api/admin/coupons', as: admin })).json();
  return coupons.find((one: { code: string }) => one.code === code).uses;
};
const byEmail = (email: string, remoteAddress: string, as?: Asker) =>
  test.request({ method: 'POST', url: '/api/payments/create-by-email', payload: { email }, remoteAddress, as });
const inQueue = async (code: string) => (await desk.list(admin, `?search=${code}`)).json()[0];

let serial = 0;
/** A new student, with the payment cookie that the registration sets. */
async function register(coupon?: string) {
  serial += 1;
  const username = `titular${serial}`;
  const email = `${username}@exemplo.com.br`;
  const person = { username, email, firstName: 'Rafaela', lastName: 'Souza' };
  const payload = { ...person, password: 'segredo1', confirmPassword: 'segredo1', ...(coupon ? { coupon } : {}) };
  const remoteAddress = `10.3.0.${serial}`;
  const response = await test.request({ method: 'POST', url: '/api/register', payload, remoteAddress });
  const cookie = response.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  return { email, code: response.json().paymentCode as string, holder: { cookie } };
}

describe('a stranger who knows e-mail and code', () => {
  it('reads the payment and changes nothing of what is owed', async () => {
    const { email, code } = await register('METADE');
    const told = (await byEmail(email, '10.4.0.1')).json();
    expect(told.paymentCode).toBe(code);
    const before = await read(code);
    const uses = await usesOf('METADE');
    const refused = await applyCoupon(undefined, code, 'UMPORCENTO');
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'forbidden']);
    expect([await read(code), await usesOf('METADE'), await usesOf('UMPORCENTO')]).toEqual([before, uses, 0]);
  });

  it('gains nothing by the cookie of another payment or of an upload, or by another person’s session', async () => {
    const [victim, stranger] = [await register(), await register()];
    const other = await createPerson(test.deps.db, { now: test.clock.now() });
    const sent = await announce(undefined, victim.code);
    const uploaded = { cookie: sent.cookies.map(({ name, value }) => `${name}=${value}`).join('; ') };
    expect(uploaded.cookie).toContain(victim.code);
    for (const as of [stranger.holder, uploaded, other]) {
      expect((await applyCoupon(as, victim.code, 'METADE')).statusCode).toBe(403);
      expect((await deadline(as, victim.code)).mayChange).toBe(false);
    }
    expect((await read(victim.code)).amount).toBe(29_700);
  });

  it('keeps the holder from nothing by saying that it was paid', async () => {
    const { code, holder } = await register();
    expect((await announce(undefined, code)).json().status).toBe('analyzing');
    expect(await inQueue(code)).toMatchObject({ analysisByHolder: false, proofs: [] });
    expect([(await deadline(holder, code)).mayChange, (await deadline(undefined, code)).mayChange]).toEqual([
      true,
      false,
    ]);
    expect((await applyCoupon(holder, code, 'METADE')).json()).toMatchObject({ status: 'analyzing', amount: 14_850 });
    // The holder says so, too: now it is for the office.
    expect((await announce(holder, code)).statusCode).toBe(200);
    expect(await inQueue(code)).toMatchObject({ analysisByHolder: true });
    expect((await deadline(holder, code)).mayChange).toBe(false);
    expect((await applyCoupon(holder, code, 'UMPORCENTO')).json()).toMatchObject({ code: 'state_conflict' });
  });

  it('does not keep a student who buys again from cancelling, nor from the PIX code', async () => {
    const student = await desk.student();
    await desk.approve(admin, student.paymentCode);
    const order = (await test.request({ method: 'POST', url: '/api/my-orders', as: student, payload: {} })).json();
    await announce(undefined, order.paymentCode);
    const [own] = (await test.request({ method: 'GET', url: '/api/my-orders', as: student })).json();
    expect(own).toMatchObject({ status: 'analyzing', pixCode: expect.stringMatching(/^000201/) });
    const again = await test.request({ method: 'POST', url: '/api/my-orders', as: student, payload: {} });
    expect([again.statusCode, again.json().id]).toEqual([200, order.id]);
    const cancelled = await test.request({ method: 'DELETE', url: `/api/my-orders/${order.id}`, as: student });
    expect(cancelled.json()).toMatchObject({ status: 'cancelled' });
  });

  it('asks five times an hour about one e-mail address, from however many networks; its holder is not counted', async () => {
    const { email, code, holder } = await register();
    for (let i = 1; i <= 5; i += 1) expect((await byEmail(email, `10.5.0.${i}`)).statusCode).toBe(200);
    expect((await byEmail(` ${email.toUpperCase()} `, '10.5.0.6')).statusCode).toBe(429);
    expect((await byEmail(email, '10.5.0.7', holder)).json().paymentCode).toBe(code);
    // An unknown address gets as many: the limit says nothing about who is registered.
    for (let i = 1; i <= 5; i += 1) {
      expect((await byEmail('ninguem@exemplo.com.br', `10.6.0.${i}`)).statusCode).toBe(404);
    }
    expect((await byEmail('ninguem@exemplo.com.br', '10.6.0.6')).statusCode).toBe(429);
  });
});

it('a coupon never makes an order dearer, and the refused one is not used up', async () => {
  const { code, holder } = await register('METADE');
  const before = [await usesOf('METADE'), await usesOf('UMPORCENTO')];
  const refused = await applyCoupon(holder, code, 'UMPORCENTO');
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'coupon_refused']);
  expect((await read(code)).amount).toBe(14_850);
  expect([await usesOf('METADE'), await usesOf('UMPORCENTO')]).toEqual(before);
});

/** What a stranger who knows e-mail and code sends to each call that needs no role, and the only answer they get. */
const tries: Record<string, { answer: number; body?: (code: string) => object; params?: Record<string, string> }> = {
  'POST /api/payments/apply-coupon': { answer: 403, body: (code) => ({ paymentCode: code, coupon: 'UMPORCENTO' }) },
  // A coupon's price is public to anybody with its code. The response names no order.
  'POST /api/coupons/check': { answer: 200, body: () => ({ coupon: 'METADE' }) },
  'POST /api/payment-reminders/stop/:token': { answer: 404, params: { token: `1.${'x'.repeat(43)}` } },
  'GET /api/offers': { answer: 401 },
  'GET /api/my-orders': { answer: 401 },
  'POST /api/my-orders': { answer: 401, body: () => ({ coupon: 'METADE' }) },
  'DELETE /api/my-orders/:id': { answer: 401, params: { id: '1' } },
  'POST /api/my-orders/:id/refund-request': { answer: 401, params: { id: '1' } },
  'DELETE /api/my-orders/:id/refund-request': { answer: 401, params: { id: '1' } },
};

it('every call about coupons, offers, orders and reminders leaves the victim’s order and coupon as they are', async () => {
  const calls = [coupons, offers, orders, reminders]
    .flatMap((area): unknown[] => Object.values(area))
    .filter((one): one is EndpointSpec => typeof one === 'object' && one !== null && 'path' in one && 'access' in one)
    .filter(({ access }) => access === 'public' || access === 'signedIn');
  expect(calls.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(Object.keys(tries).sort());
  const { email, code } = await register('METADE');
  const uses = await usesOf('METADE');
  const before = { order: await read(code), state: await deadline(undefined, code), inQueue: await inQueue(code) };
  expect((await byEmail(email, '10.7.0.1')).json().paymentCode).toBe(code);
  for (const { method, path } of calls) {
    const { answer, body, params = {} } = tries[`${method} ${path}`] ?? { answer: 0 };
    const url = path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '');
    const sent = await test.request({
      method: method as 'POST',
      url,
      remoteAddress: '10.7.0.2',
      ...(body ? { payload: body(code) } : {}),
    });
    expect([url, sent.statusCode]).toEqual([url, answer]);
    expect(sent.body).not.toContain(email);
  }
  const after = { order: await read(code), state: await deadline(undefined, code), inQueue: await inQueue(code) };
  expect([after, await usesOf('METADE')]).toEqual([before, uses]);
});

it('a stranger reads how long a coupon is reserved and never which coupon it is', async () => {
  const { code } = await register('METADE');
  const seen = [await read(code), await deadline(undefined, code)];
  expect(seen[1].coupon.reservedUntil).not.toBeNull();
  expect(JSON.stringify(seen)).not.toContain('METADE');
});

/** Every public call about an order, and what a stranger who knows e-mail and code sends to it. */
const publicTries: Record<string, (known: { email: string; code: string; proofId: number }) => object> = {
  'GET /api/payments/by-code/:paymentCode': ({ code }) => ({ url: `/api/payments/by-code/${code}` }),
  'GET /api/payments/current': () => ({ url: '/api/payments/current' }),
  'GET /api/payments/answer-deadline': ({ code }) => ({ url: `/api/payments/answer-deadline?code=${code}` }),
  'POST /api/payments/create-by-email': ({ email }) => ({ payload: { email } }),
  'POST /api/payments/open-link': ({ code }) => ({ payload: { paymentCode: code, key: 'a'.repeat(43) } }),
  'POST /api/payments/upload-proof-by-code': ({ code }) => ({ payload: { paymentCode: code } }),
  'GET /api/payments/proofs/:id': ({ proofId }) => ({ url: `/api/payments/proofs/${proofId}` }),
  'GET /api/payments/proofs/:id/preview': ({ proofId }) => ({ url: `/api/payments/proofs/${proofId}/preview` }),
  'POST /api/payments/apply-coupon': ({ code }) => ({ payload: { paymentCode: code, coupon: 'UMPORCENTO' } }),
  'POST /api/payments/charge': ({ code }) => ({ payload: { paymentCode: code } }),
  'GET /api/payments/charge': ({ code }) => ({ url: `/api/payments/charge?code=${code}` }),
};

it('no public payment call lets a stranger change price, coupon or money, or read name, e-mail or proof', async () => {
  const calls = Object.values(endpoints).filter(
    ({ path, access }) => access === 'public' && path.startsWith('/api/payments/'),
  );
  expect(calls.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(Object.keys(publicTries).sort());
  const { email, code, holder } = await register('METADE');
  const form = await multipartForm({ paymentCode: code, file: ['comprovante.pdf', receiptPdf()] });
  await test.request({ method: 'POST', url: '/api/payments/upload-proof-by-code', as: holder, ...form });
  const order = () =>
    test.deps.db
      .selectFrom('payments')
      .select(['id', 'status', 'amount', 'coupon_id', 'offer_id', 'student_id', 'decided_at'])
      .where('payment_code', '=', code)
      .executeTakeFirstOrThrow();
  const before = await order();
  const proofs = await test.deps.db
    .selectFrom('payment_proofs')
    .select('id')
    .where('payment_id', '=', before.id)
    .execute();
  const proofId = proofs[0]?.id ?? 0;
  for (const { method, path } of calls) {
    const wish = publicTries[`${method} ${path}`]?.({ email, code, proofId }) ?? {};
    const remoteAddress = '10.9.0.1';
    const answer = await test.request({ method: method as 'GET', url: path, remoteAddress, ...wish });
    expect(answer.statusCode, `${method} ${path}`).toBeLessThan(500);
    expect(answer.body, `${method} ${path}`).not.toMatch(/Rafaela|Souza|titular\d|application\/pdf|%PDF/);
  }
  expect(await order()).toEqual(before);
  const received = test.deps.db.selectFrom('received_amounts').select('id').where('payment_id', '=', before.id);
  expect(await received.execute()).toEqual([]);
});
