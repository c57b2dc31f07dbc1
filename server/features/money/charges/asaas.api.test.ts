import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAsaas } from '#server/pix/provider/asaas.ts';
import { ASAAS_KEY, startAsaas } from '#server/testing/asaas.ts';
import { countRows, createSession, type Person } from '#server/testing/factories.ts';
import { paymentOffice } from '#server/testing/payment-office.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const SECRET = 'um-segredo-longo-do-webhook';
const AMOUNT = 29_700;
const test = useTestApp({
  RATE_LIMIT: 'off',
  PUBLIC_URL: 'https://escola.example',
  PIX_PROVIDER: 'asaas',
  PIX_API_URL: 'https://localhost:1',
  PIX_API_CLIENT_SECRET: ASAAS_KEY,
  PIX_WEBHOOK_SECRET: SECRET,
});
const desk = paymentOffice(test);
let asaas: Awaited<ReturnType<typeof startAsaas>>;
let admin: Person;

beforeAll(async () => {
  asaas = await startAsaas();
  admin = await desk.admin();
});
afterAll(() => asaas.close());
beforeEach(() => {
  // Its port is known only now.
  test.deps.pixProvider = createAsaas({
    url: asaas.url,
    clientSecret: ASAAS_KEY,
    certificate: undefined,
    passphrase: undefined,
    ca: asaas.ca,
    key: () => test.deps.school.now.pix.key,
    email: () => test.deps.school.now.supportEmail,
  });
  test.clock.advance(600_000);
});

const open = async ({ paymentCode }: Person) =>
  (await test.request({ method: 'POST', url: '/api/payments/charge', payload: { paymentCode } })).json();
const tell = async (payload: object) => {
  const { statusCode } = await test.request({ method: 'POST', url: `/api/webhooks/asaas/${SECRET}`, payload });
  expect(statusCode).toBe(200);
  await test.deps.jobs.drain();
};
const orderOf = async (person: Person) =>
  test.deps.db
    .selectFrom('payments')
    .innerJoin('charges', 'charges.payment_id', 'payments.id')
    .select(['payments.status', 'payments.method', 'charges.fee', 'charges.received', 'charges.returned'])
    .where('payment_code', '=', person.paymentCode ?? '')
    .executeTakeFirstOrThrow();
const casesOf = async (person: Person) =>
  test.deps.db
    .selectFrom('charge_cases')
    .innerJoin('payments', 'payments.id', 'charge_cases.payment_id')
    .select(['charge_cases.kind', 'charge_cases.held', 'charge_cases.amount'])
    .where('payment_code', '=', person.paymentCode ?? '')
    .where('closed_at', 'is', null)
    .execute();
const refund = async ({ paymentCode }: Person, more: object = {}) =>
  test.request({
    method: 'POST',
    url: '/api/admin/payments/refund',
    as: { cookie: await createSession(test.deps.db, admin.id, test.clock.now()) },
    payload: { paymentCode, amount: AMOUNT, paidAt: test.clock.now().toISOString(), ...more },
  });

describe('Asaas', () => {
  it('gives a PIX code and pages for card and slip, once', async () => {
    const person = await desk.student('pending');
    const opened = await open(person);
    expect(opened.charge).toMatchObject({
      pixCode: expect.stringContaining('qr'),
      cardUrl: expect.stringMatching(/^https:/),
      slipUrl: expect.stringMatching(/^https:/),
    });
    expect(await open(person)).toEqual(opened);
    expect(asaas.links.slice(-2)).toMatchObject([
      { billingType: 'CREDIT_CARD', chargeType: 'INSTALLMENT', maxInstallmentCount: 12, value: 356.4 },
      { billingType: 'BOLETO', chargeType: 'DETACHED', value: 297 },
    ]);
  });

  it.each([
    ['PIX', 1, 'pix_confirmed'],
    ['CREDIT_CARD', 1, 'card'],
    ['CREDIT_CARD', 12, 'card'],
    ['BOLETO', 1, 'slip'],
  ] as const)('%s in %d: approved as what it is, with what the service keeps', async (way, instalments, method) => {
    const person = await desk.student('pending');
    await open(person);
    const told = asaas.pay(way, AMOUNT, instalments);
    await tell(told);
    await tell(told);
    expect(await orderOf(person)).toEqual({
      status: 'approved',
      method,
      fee: 50 * instalments,
      received: AMOUNT,
      returned: 0,
    });
    expect((await desk.facts(person)).events.map(({ action }) => action)).toEqual(['payment.approved']);
  });

  it('a card pays the total that the page promises: approved, no excess, and all of it can go back', async () => {
    const person = await desk.student('pending');
    expect((await open(person)).charge.card).toEqual({ amount: 35_640, instalments: 12 });
    const before = await countRows(test.deps.db, 'charge_cases');
    await tell(asaas.pay('CREDIT_CARD', 35_640, 12));
    expect(await orderOf(person)).toMatchObject({ status: 'approved', method: 'card', received: 35_640 });
    expect(await countRows(test.deps.db, 'charge_cases')).toBe(before);
    expect((await refund(person, { amount: 35_640 })).statusCode).toBe(200);
  });

  it('a card that pays more than its total is a case', async () => {
    const person = await desk.student('pending');
    await open(person);
    const before = await countRows(test.deps.db, 'charge_cases');
    await tell(asaas.pay('CREDIT_CARD', 40_000, 1));
    expect(await orderOf(person)).toMatchObject({ status: 'approved' });
    expect(await countRows(test.deps.db, 'charge_cases')).toBe(before + 1);
    // The excess is what came beyond the total by card, never beyond the price.
    expect(await casesOf(person)).toEqual([{ kind: 'overpaid', held: 40_000, amount: 35_640 }]);
  });

  it('a chargeback is a case with the whole payment as the amount that is claimed back', async () => {
    const person = await desk.student('pending');
    await open(person);
    const told = asaas.pay('CREDIT_CARD', 35_640, 12);
    await tell(told);
    for (const one of asaas.payments.slice(-12)) one.status = 'CHARGEBACK_REQUESTED';
    await tell({ ...told, id: `${told.id}_chargeback` });
    const { disputed } = await test.deps.db
      .selectFrom('charge_cases')
      .innerJoin('payments', 'payments.id', 'charge_cases.payment_id')
      .select('disputed')
      .where('payment_code', '=', person.paymentCode ?? '')
      .where('kind', '=', 'chargeback')
      .executeTakeFirstOrThrow();
    expect(disputed).toBe(35_640);
  });

  it('a case that an earlier version stored with the price is brought in line when the order is read again', async () => {
    const person = await desk.student('pending');
    await open(person);
    await tell(asaas.pay('CREDIT_CARD', 40_000, 1));
    const { id } = await desk.facts(person);
    await test.deps.db.updateTable('charge_cases').set({ amount: AMOUNT }).where('payment_id', '=', id).execute();
    await test.deps.jobs.send(test.deps.db, 'compare-money', {});
    await test.deps.jobs.drain();
    expect(await casesOf(person)).toEqual([{ kind: 'overpaid', held: 40_000, amount: 35_640 }]);
  });

  it('a second payment by card is one total too much', async () => {
    const person = await desk.student('pending');
    await open(person);
    await tell(asaas.pay('CREDIT_CARD', 35_640, 12));
    await tell(asaas.pay('CREDIT_CARD', 35_640, 12));
    expect(await casesOf(person)).toEqual([{ kind: 'paid_twice', held: 71_280, amount: 35_640 }]);
  });

  it('the total by card is what the owner sets, also with a coupon', async () => {
    admin = await desk.admin();
    const send = (method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object) =>
      test.request({ method, url, as: admin, ...(payload ? { payload } : {}) });
    const { version } = (await send('GET', '/api/admin/settings')).json();
    expect((await send('PATCH', '/api/admin/settings', { version, cardTotalCents: 32_670 })).statusCode).toBe(200);
    await open(await desk.student('pending'));
    expect(asaas.links.at(-2)).toMatchObject({ billingType: 'CREDIT_CARD', value: 326.7 });
    const cheap = await desk.student('pending');
    await test.deps.db.updateTable('payments').set({ amount: 14_850 }).where('user_id', '=', cheap.id).execute();
    await open(cheap);
    expect(asaas.links.slice(-2)).toMatchObject([{ value: 163.35 }, { billingType: 'BOLETO', value: 148.5 }]);
    await send('PATCH', '/api/admin/settings', { version: version + 1, cardTotalCents: null });
  });

  it('a webhook of another business opens no case, and a false webhook changes nothing', async () => {
    const person = await desk.student('pending');
    await open(person);
    const before = await countRows(test.deps.db, 'charge_cases');
    await tell({ id: 'evt_x', event: 'PAYMENT_RECEIVED', payment: { externalReference: 'outra', paymentLink: 'l9' } });
    await tell({
      id: 'evt_y',
      event: 'PAYMENT_RECEIVED',
      payment: { externalReference: `${person.paymentCode}0000000001` },
    });
    expect([await countRows(test.deps.db, 'charge_cases'), (await orderOf(person)).status]).toEqual([
      before,
      'pending',
    ]);
    expect(test.logged()).not.toContain(ASAAS_KEY);
  });

  it.each([
    ['PIX', 1],
    ['CREDIT_CARD', 12],
  ] as const)('%s in %d goes back through it, once, and is refunded when it says so', async (way, instalments) => {
    asaas.refundsAre('PENDING');
    const person = await desk.student('pending');
    await open(person);
    await tell(asaas.pay(way, AMOUNT, instalments));
    const sent = await Promise.all([refund(person), refund(person), refund(person)]);
    expect(sent.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect((await orderOf(person)).status).toBe('approved');
    await tell(asaas.finishRefunds('DONE'));
    expect(await orderOf(person)).toMatchObject({ status: 'refunded', returned: AMOUNT });
    const own = asaas.payments.slice(-instalments);
    expect(own.map(({ refunds }) => refunds.length)).toEqual(own.map(() => 1));
  });

  it('does not refund twice when an answer is lost', async () => {
    asaas.refundsAre('PENDING');
    const person = await desk.student('pending');
    await open(person);
    await tell(asaas.pay('PIX', AMOUNT));
    const original = test.deps.pixProvider;
    if (!original) throw new Error('There is no provider.');
    test.deps.pixProvider = {
      ...original,
      // It arrived, and the answer did not.
      refund: async (wish) => {
        await original.refund(wish);
        asaas.fail(500);
        return original.refund(wish);
      },
    };
    expect((await refund(person)).json().status).toBe('approved');
    test.deps.pixProvider = original;
    test.clock.advance(60_000);
    await test.deps.jobs.send(test.deps.db, 'charges-due', {});
    await test.deps.jobs.drain();
    expect(asaas.payments.at(-1)?.refunds).toHaveLength(1);
    await tell(asaas.finishRefunds('DONE'));
    expect((await orderOf(person)).status).toBe('refunded');
  });

  it('cannot refund a slip: the message says so, and the refund is left to the office', async () => {
    const person = await desk.student('pending');
    await open(person);
    await tell(asaas.pay('BOLETO', AMOUNT));
    expect((await refund(person)).json()).toMatchObject({ status: 'approved', refund: null });
    expect((await refund(person, { through: 'office' })).json()).toMatchObject({ status: 'refunded' });
  });

  it('gets the webhook address once, and keeps the promise of card and slip', async () => {
    for (let round = 0; round < 2; round += 1) {
      await test.deps.jobs.send(test.deps.db, 'pix-webhook', {});
      await test.deps.jobs.drain();
    }
    expect(asaas.webhooks.map(({ url }) => url)).toEqual([`https://escola.example/api/webhooks/asaas/${SECRET}`]);
    const promises = (await test.request({ method: 'GET', url: '/api/admin/landing-promises', as: admin })).json();
    expect(promises.filter(({ promise }: { promise: string }) => promise !== 'whatsapp')).toMatchObject([
      { promise: 'card', isKept: true },
      { promise: 'slip', isKept: true },
    ]);
  });
});
