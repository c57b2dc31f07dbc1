import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSession, type Person } from '#server/testing/factories.ts';
import { paymentOffice } from '#server/testing/payment-office.ts';
import { ofxOf, statementForm } from '#server/testing/statements.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const PRICE = 29_700;
const test = useTestApp({ RATE_LIMIT: 'off' });
const desk = paymentOffice(test);
let admin: Person;
beforeAll(async () => {
  admin = await desk.admin();
});
beforeEach(async () => {
  admin = { ...admin, cookie: await createSession(test.deps.db, admin.id, test.clock.now()) };
});

const post = (url: string, payload: object) => test.request({ method: 'POST', url, payload, as: admin });
const approve = ({ paymentCode }: Person, more: object = {}) =>
  post('/api/admin/payments/approve', { paymentCode, ...more });
const refund = ({ paymentCode }: Person, amount: number, note: string | null = null) =>
  post('/api/admin/payments/refund', { paymentCode, amount, paidAt: test.clock.now().toISOString(), note });
const get = async (url: string) => (await test.request({ method: 'GET', url, as: admin })).json();
const money = async () => (await get('/api/admin/money?from=2026-11-01&to=2026-11-30')).total;
const casesOf = async ({ paymentCode }: Person) =>
  (await get('/api/admin/charge-cases'))
    .filter(({ order }: { order: { paymentCode: string } | null }) => order?.paymentCode === paymentCode)
    .map(({ kind, held, amount }: { kind: string; held: number; amount: number }) => [kind, held, amount]);

/** A statement with one line; what became of it. */
async function lineOf({ paymentCode }: Person, cents: number, day = '2026-11-20') {
  const memo = `PIX RECEBIDO ${paymentCode}`;
  const content = ofxOf([{ day, amount: (cents / 100).toFixed(2), memo }]);
  const url = '/api/admin/statements';
  const sent = await test.request({ method: 'POST', url, as: admin, ...(await statementForm(content)) });
  const { id } = sent.json();
  const shown = ['open', 'done'].map((show) => get(`/api/admin/statements/${id}/entries?show=${show}`));
  return (await Promise.all(shown)).flat()[0];
}
const decide = (entry: { id: number }, more: object) => post(`/api/admin/statement-entries/${entry.id}/decision`, more);

describe('an order that the office approves by hand', () => {
  it('counts with the amount that the office confirms, marked as by proof, and the missing rest is a case', async () => {
    const student = await desk.student();
    const { received } = await money();
    const silent = await approve(student, { amount: 10_000 });
    expect([silent.statusCode, silent.json().fields]).toEqual([400, { reason: 'Informe o motivo.' }]);
    const done = await approve(student, { amount: 10_000, reason: 'Paga o resto na sexta' });
    expect(done.json()).toMatchObject({
      status: 'approved',
      amount: PRICE,
      received: { total: 10_000, byBank: 0, isByProof: true },
      refundRest: 10_000,
    });
    expect((await money()).received).toBe(received + 10_000);
    expect(await casesOf(student)).toEqual([['underpaid', 10_000, PRICE]]);
    // What can go back is what came.
    expect((await refund(student, 10_001, 'Acordo')).json()).toMatchObject({ rest: 10_000 });
    expect((await refund(student, 10_000)).json()).toMatchObject({ status: 'refunded', refundRest: 0 });
    expect(await casesOf(student)).toEqual([]);
  });

  it('keeps the office’s reason from the student, and shows it to the office', async () => {
    const student = await desk.student();
    await approve(student, { amount: 100, reason: 'Motivo interno' });
    const as = { ...student, cookie: await createSession(test.deps.db, student.id, test.clock.now()) };
    const orders = await test.request({ method: 'GET', url: '/api/my-orders', as });
    expect(orders.body).not.toContain('Motivo interno');
    expect((await get('/api/admin/payments/decisions?decision=approved'))[0].reason).toBe('Motivo interno');
  });

  it('no longer counts once the approval is taken back', async () => {
    const student = await desk.student();
    const before = await money();
    await approve(student);
    expect((await money()).received).toBe(before.received + PRICE);
    await post('/api/admin/payments/revoke', { paymentCode: student.paymentCode });
    expect(await money()).toEqual(before);
    expect(await casesOf(student)).toEqual([]);
  });

  it('is no longer by proof once a statement line agrees, and has the day of the bank', async () => {
    const student = await desk.student();
    await approve(student);
    const [entry, before] = [await lineOf(student, PRICE, '2026-10-02'), await money()];
    expect(entry).toMatchObject({ state: 'settled' });
    const [row] = await get(`/api/admin/payments/decisions?decision=approved&search=${student.paymentCode}`);
    expect(row.payment.received).toEqual({ total: PRICE, byBank: PRICE, isByProof: false });
    expect((await get('/api/admin/money?from=2026-10-02&to=2026-10-02')).total).toMatchObject({ received: PRICE });
    expect(await money()).toEqual(before);
  });

  it('counts with what the bank says where the statement contradicts the proof, after a question', async () => {
    const student = await desk.student();
    await approve(student);
    const entry = await lineOf(student, 5_000);
    expect(entry).toMatchObject({ state: 'doubtful', reasons: ['code', 'amount_differs'] });
    expect((await decide(entry, { decision: 'confirm' })).json().code).toBe('amount_differs');
    expect((await decide(entry, { decision: 'confirm', acceptsDifference: true })).statusCode).toBe(200);
    expect(await casesOf(student)).toEqual([['underpaid', 5_000, PRICE]]);
  });
});

describe('a line of a statement', () => {
  it('with another amount asks before it is confirmed, and raises the received money by what came', async () => {
    const student = await desk.student();
    const entry = await lineOf(student, 10_000);
    const before = await money();
    const refused = await decide(entry, { decision: 'confirm', paymentCode: student.paymentCode });
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'amount_differs']);
    expect(await money()).toEqual(before);
    const body = { decision: 'confirm', paymentCode: student.paymentCode, acceptsDifference: true };
    expect((await decide(entry, body)).json()).toMatchObject({ state: 'confirmed' });
    expect((await decide(entry, body)).statusCode).toBe(200);
    expect((await money()).received).toBe(before.received + 10_000);
    expect(await casesOf(student)).toEqual([['underpaid', 10_000, PRICE]]);
  });

  it('that pays an order a second time is in the report and a case until the excess went back', async () => {
    const student = await desk.student();
    await decide(await lineOf(student, PRICE, '2026-11-18'), { decision: 'confirm' });
    const second = await lineOf(student, PRICE, '2026-11-19');
    expect(second).toMatchObject({ state: 'unmatched', reasons: ['code', 'order_paid'] });
    const { received } = await money();
    expect((await decide(second, { decision: 'confirm' })).json()).toMatchObject({ state: 'confirmed' });
    expect((await money()).received).toBe(received + PRICE);
    expect(await casesOf(student)).toEqual([['paid_twice', 2 * PRICE, PRICE]]);
    expect((await refund(student, PRICE, 'Pagou em dobro')).json()).toMatchObject({
      status: 'approved',
      refundRest: PRICE,
      refundParts: [{ amount: PRICE, paidOn: '2026-11-15' }],
    });
    expect(await casesOf(student)).toEqual([]);
    const done = await get(`/api/admin/payments/refunds?state=done&search=${student.paymentCode}`);
    expect(done).toMatchObject([{ status: 'approved', refundedCents: PRICE }]);
  });

  it('that completes a short payment settles its case', async () => {
    const student = await desk.student();
    await decide(await lineOf(student, 9_700, '2026-11-18'), {
      decision: 'confirm',
      paymentCode: student.paymentCode,
      acceptsDifference: true,
    });
    expect(await casesOf(student)).toEqual([['underpaid', 9_700, PRICE]]);
    const rest = await lineOf(student, 20_000, '2026-11-19');
    await decide(rest, { decision: 'confirm', paymentCode: student.paymentCode, acceptsDifference: true });
    expect(await casesOf(student)).toEqual([]);
  });
});

it('an order that an earlier version approved without an amount counts with its price', async () => {
  const student = await desk.student('approved');
  await test.deps.jobs.send(test.deps.db, 'received-amounts', {});
  await test.deps.jobs.drain();
  const rows = await test.deps.db
    .selectFrom('received_amounts')
    .innerJoin('payments', 'payments.id', 'received_amounts.payment_id')
    .select(['received_amounts.amount', 'source'])
    .where('payment_code', '=', student.paymentCode ?? '')
    .execute();
  expect(rows).toEqual([{ amount: PRICE, source: 'proof' }]);
});
