import { beforeAll, beforeEach, expect, it } from 'vitest';
import { createSession, type Person } from '#server/testing/factories.ts';
import { paymentOffice } from '#server/testing/payment-office.ts';
import { type Line, ofxOf, statementForm } from '#server/testing/statements.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
const desk = paymentOffice(test);
let admin: Person;
beforeAll(async () => {
  admin = await desk.admin();
});
beforeEach(async () => {
  admin = { ...admin, cookie: await createSession(test.deps.db, admin.id, test.clock.now()) };
});

const url = '/api/admin/statements';
const send = async (lines: Line[]) =>
  test.request({ method: 'POST', url, as: admin, ...(await statementForm(ofxOf(lines))) });
const get = async (path: string) => (await test.request({ method: 'GET', url: `${url}${path}`, as: admin })).json();
const post = (path: string) => test.request({ method: 'POST', url: `${url}${path}`, as: admin });
const takeBack = (id: number) => test.request({ method: 'DELETE', url: `${url}/${id}`, as: admin });
const statusOf = async (person: Person) => (await desk.facts(person)).status;
const lineOf = ({ paymentCode }: Person, more: Partial<Line> = {}): Line => ({
  day: '2026-11-15',
  amount: '297.00',
  memo: `PIX ${paymentCode}`,
  ...more,
});
const received = async () => (await test.request({ method: 'GET', url: '/api/admin/money', as: admin })).json().total;

it('a wrong statement is taken back whole: its approvals, its money and its lines', async () => {
  const [paid, proven, both] = [await desk.student(), await desk.student(), await desk.student()];
  await desk.approve(admin, proven.paymentCode);
  const before = await received();
  const lines = [lineOf(paid), lineOf(proven), lineOf(both)];
  const { id } = (await send(lines)).json();
  await post(`/${id}/confirm`);
  // A second file tells of one of them, too.
  await send([lineOf(both), lineOf(both, { amount: '1.00', memo: 'outro' })]);
  expect([await statusOf(paid), await statusOf(proven), await statusOf(both)]).toEqual(Array(3).fill('approved'));

  expect([(await takeBack(id)).statusCode, (await takeBack(id)).statusCode]).toEqual([200, 200]);
  expect((await test.request({ method: 'GET', url: `${url}/${id}`, as: admin })).statusCode).toBe(404);
  expect((await send(lines)).json().code).toBe('state_conflict');
  await test.deps.jobs.drain();
  expect([await statusOf(paid), await statusOf(proven), await statusOf(both)]).toEqual([
    'analyzing',
    'approved',
    'approved',
  ]);
  // The proof of the second order speaks for it again; the third is on the other statement.
  expect((await received()).received).toBe(before.received + 29_700);
  const access = await test.deps.db
    .selectFrom('access_grants')
    .select('ended_at')
    .where('user_id', '=', paid.id)
    .executeTakeFirstOrThrow();
  expect(access.ended_at).not.toBeNull();
  expect((await takeBack(id)).statusCode).toBe(404);
  expect((await send(lines)).statusCode).toBe(201);
});

const amountsOf = async (person: Person) =>
  await test.deps.db
    .selectFrom('received_amounts')
    .innerJoin('payments', 'payments.id', 'received_amounts.payment_id')
    .select(['received_amounts.amount', 'source', 'recorded_by', 'recorded_at'])
    .where('payment_code', '=', person.paymentCode ?? '')
    .execute();
const casesOf = async (person: Person) =>
  (await test.request({ method: 'GET', url: '/api/admin/charge-cases?limit=100', as: admin }))
    .json()
    .filter(({ txid }: { txid: string }) => txid === person.paymentCode)
    .map(({ kind, held }: { kind: string; held: number }) => `${kind} ${held}`);

it('an amount that the office confirmed from a proof counts again when the statement is taken back', async () => {
  const person = await desk.student('analyzing');
  const { paymentCode } = person;
  const payload = { paymentCode, amount: 20_000, reason: 'Paga o resto depois' };
  const approved = await test.request({ method: 'POST', url: '/api/admin/payments/approve', as: admin, payload });
  expect(approved.statusCode, approved.body).toBe(200);
  const before = await amountsOf(person);
  expect(before).toMatchObject([{ amount: 20_000, source: 'proof', recorded_by: admin.id }]);
  test.clock.advance(60_000);
  const { id } = (await send([lineOf(person)])).json();
  for (const entry of await get(`/${id}/entries`)) {
    const url = `/api/admin/statement-entries/${entry.id}/decision`;
    const confirmed = { decision: 'confirm', paymentCode, acceptsDifference: true };
    await test.request({ method: 'POST', url, as: admin, payload: confirmed });
  }
  expect(await amountsOf(person)).toMatchObject([{ amount: 29_700, source: 'statement' }]);

  expect((await takeBack(id)).statusCode).toBe(200);
  await test.deps.jobs.drain();
  expect(await statusOf(person)).toBe('approved');
  expect(await amountsOf(person)).toEqual(before);
  expect(await casesOf(person)).toEqual(['underpaid 20000']);
});

it('a claim that went with its approval does not come back with the statement', async () => {
  const person = await desk.student('analyzing');
  await desk.approve(admin, person.paymentCode);
  const { id } = (await send([lineOf(person, { memo: `${person.paymentCode} outra` })])).json();
  const revoke = { paymentCode: person.paymentCode, reason: 'Engano' };
  const revoked = await test.request({ method: 'POST', url: '/api/admin/payments/revoke', as: admin, payload: revoke });
  expect(revoked.statusCode, revoked.body).toBe(200);
  await takeBack(id);
  await test.deps.jobs.drain();
  expect(await amountsOf(person)).toEqual([]);
});

it('an order whose refund was asked for and whose only line is taken away has received nothing', async () => {
  const person = await desk.student('pending', { status: 'active' });
  const { id } = (await send([lineOf(person, { memo: `${person.paymentCode} só` })])).json();
  await post(`/${id}/confirm`);
  expect(await statusOf(person)).toBe('approved');
  const { id: orderId } = await desk.facts(person);
  const asked = await test.request({
    method: 'POST',
    url: `/api/my-orders/${orderId}/refund-request`,
    as: person,
    payload: {},
  });
  expect(asked.statusCode, asked.body).toBe(200);
  await takeBack(id);
  await test.deps.jobs.drain();
  expect(await amountsOf(person)).toEqual([]);
  expect(await casesOf(person)).toEqual(['underpaid 0']);
});

it('lines without an order are ignored in one press; those that name an order stay', async () => {
  const rejected = await desk.student('rejected');
  const others = [1, 2, 3].map((at) => ({ day: '2026-11-14', amount: `${at}.00`, memo: `aluguel ${at}` }));
  const { id } = (await send([...others, lineOf(rejected)])).json();
  expect((await get(`/${id}`)).unmatched).toBe(4);
  expect((await post(`/${id}/ignore-unmatched`)).json()).toMatchObject({ unmatched: 1, ignored: 3 });
  expect((await post(`/${id}/ignore-unmatched`)).json()).toMatchObject({ unmatched: 1, ignored: 3 });
});
