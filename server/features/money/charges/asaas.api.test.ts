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
      { billingType: 'CREDIT_CARD', chargeType: 'INSTALLMENT', maxInstallmentCount: 12, value: 297 },
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

  it('a webhook of somebody else’s business is nobody’s case, and one that lies changes nothing', async () => {
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

  it('a lost answer is no second refund', async () => {
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

  it('a slip cannot go back through it: told, and left to the office', async () => {
    const person = await desk.student('pending');
    await open(person);
    await tell(asaas.pay('BOLETO', AMOUNT));
    expect((await refund(person)).json()).toMatchObject({ status: 'approved', refund: null });
    expect((await refund(person, { through: 'office' })).json()).toMatchObject({ status: 'refunded' });
  });

  it('is told once where to send webhooks, and keeps the promise of card and slip', async () => {
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
