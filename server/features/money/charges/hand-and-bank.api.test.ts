import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createSession, type Person } from '#server/testing/factories.ts';
import { usePixSchool } from '#server/testing/pix-school.ts';

const AMOUNT = 29_700;
const school = usePixSchool();
const { test, desk, bank, open, tell, txidOf, statusOf, casesOf, refund } = school;

const receivedOf = async ({ paymentCode }: Person) =>
  test.deps.db
    .selectFrom('received_amounts')
    .innerJoin('payments', 'payments.id', 'received_amounts.payment_id')
    .select(['received_amounts.amount', 'source', sql<string>`received_on::text`.as('day')])
    .where('payment_code', '=', paymentCode ?? '')
    .orderBy('received_amounts.id')
    .execute();

describe('an order that the office approved by hand', () => {
  it('and that is paid after that is paid twice: it becomes a case, and one press gives the excess back', async () => {
    const [admin, person] = [await desk.admin(), await desk.student('analyzing')];
    await open(person);
    await desk.approve(admin, person.paymentCode);
    test.clock.advance(60_000);
    await tell(bank().pay(txidOf(person), AMOUNT));
    expect(await statusOf(person)).toBe('approved');
    expect((await receivedOf(person)).map(({ source }) => source)).toEqual(['proof', 'provider']);
    expect(await casesOf(person)).toEqual(['paid_twice']);
    bank().returnsAre('DEVOLVIDO');
    expect((await refund(admin, person, { note: 'Pagou em dobro' })).json()).toMatchObject({ status: 'approved' });
    expect(await statusOf(person)).toBe('approved');
    expect(await casesOf(person)).toEqual([]);
  });

  it('and whose charge was paid before that is paid once: the proof was of this payment', async () => {
    const [admin, person] = [await desk.admin(), await desk.student('analyzing')];
    await open(person);
    const told = bank().pay(txidOf(person), AMOUNT);
    test.clock.advance(60_000);
    await desk.approve(admin, person.paymentCode);
    await tell(told);
    expect(await statusOf(person)).toBe('approved');
    expect(await receivedOf(person)).toMatchObject([{ amount: AMOUNT, source: 'provider' }]);
    expect(await casesOf(person)).toEqual([]);
  });
});

it('a paid order whose part was given back by transfer stays in analysis when its approval is taken back', async () => {
  const [admin, person] = [await desk.admin(), await desk.student('analyzing')];
  await open(person);
  test.clock.advance(60_000);
  const told = bank().pay(txidOf(person), AMOUNT);
  await tell(told);
  expect(await statusOf(person)).toBe('approved');
  const part = { amount: 10_000, through: 'office', paidAt: test.clock.now().toISOString(), note: 'Acordo' } as const;
  const refunded = await refund(admin, person, part);
  expect(refunded.statusCode, refunded.body).toBe(200);
  const takenBack = await test.request({
    method: 'POST',
    url: '/api/admin/payments/revoke',
    payload: { paymentCode: person.paymentCode, reason: 'Engano' },
    as: { cookie: await createSession(test.deps.db, admin.id, test.clock.now()) },
  });
  expect(takenBack.statusCode, takenBack.body).toBe(200);
  await tell(told);
  expect(await statusOf(person)).toBe('analyzing');
  expect(await casesOf(person)).toEqual(['wrong_amount']);
});

describe('an order that the office rejected', () => {
  it('is paid again with a new charge, which approves it', async () => {
    const [admin, person] = [await desk.admin(), await desk.student('analyzing')];
    await open(person);
    await desk.reject(admin, person.paymentCode);
    test.clock.advance(60_000);
    const again = await open(person);
    expect(again).toMatchObject({
      status: 'rejected',
      charge: { pixCode: expect.stringContaining(txidOf(person, 2)) },
    });
    await tell(bank().pay(txidOf(person, 2), AMOUNT));
    expect(await statusOf(person)).toBe('approved');
    expect(await casesOf(person)).toEqual([]);
  });

  it('and whose earlier charge is paid after that is a case: a person has decided', async () => {
    const [admin, person] = [await desk.admin(), await desk.student('analyzing')];
    await open(person);
    test.clock.advance(60_000);
    await desk.reject(admin, person.paymentCode);
    await tell(bank().pay(txidOf(person), AMOUNT));
    expect(await statusOf(person)).toBe('rejected');
    expect(await casesOf(person)).toEqual(['order_closed']);
  });
});

it('a payment that its payer’s bank demands back is a case', async () => {
  const person = await desk.student('pending');
  await open(person);
  await tell(bank().pay(txidOf(person), AMOUNT));
  expect(await casesOf(person)).toEqual([]);
  await tell(bank().giveBack(txidOf(person), AMOUNT, 'EM_PROCESSAMENTO', 'MED_FRAUDE'));
  expect(await statusOf(person)).toBe('approved');
  expect(await casesOf(person)).toEqual(['chargeback']);
});

describe('the case of a dispute', () => {
  const claim = (person: Person, cents: number) =>
    tell(bank().giveBack(txidOf(person), cents, 'EM_PROCESSAMENTO', 'MED_FRAUDE'));
  const disputesOf = async ({ paymentCode }: Person, as: Person) => {
    await test.deps.jobs.drain();
    const answer = await test.request({ method: 'GET', url: '/api/admin/charge-cases?limit=100', as });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer
      .json<{ id: number; kind: string; disputed: number | null; order: { paymentCode: string } | null }[]>()
      .filter(({ kind, order }) => kind === 'chargeback' && order?.paymentCode === paymentCode);
  };

  it('has the amount that the bank reports, also where it grows while the case is open or after it was closed', async () => {
    const [admin, person] = [await desk.admin(), await desk.student('pending')];
    await open(person);
    await tell(bank().pay(txidOf(person), AMOUNT));
    await claim(person, 10_000);
    expect(await disputesOf(person, admin)).toMatchObject([{ disputed: 10_000 }]);
    await claim(person, 5000);
    const grown = await disputesOf(person, admin);
    expect(grown).toMatchObject([{ disputed: 15_000 }]);
    const url = `/api/admin/charge-cases/${grown[0]?.id}/close`;
    expect((await test.request({ method: 'POST', url, as: admin })).statusCode).toBe(200);
    await tell(bank().giveBack(txidOf(person), 100, 'EM_PROCESSAMENTO'));
    expect(await disputesOf(person, admin)).toEqual([]);
    await claim(person, 1);
    expect(await disputesOf(person, admin)).toMatchObject([{ disputed: 15_001 }]);
  });
});

it('money has the day of the bank, also where it is found later', async () => {
  const person = await desk.student('pending');
  await open(person);
  test.clock.set('2026-11-30T12:00:00.000Z');
  const told = bank().pay(txidOf(person), AMOUNT);
  test.clock.set('2026-12-02T12:00:00.000Z');
  await tell(told);
  await statusOf(person);
  expect(await receivedOf(person)).toEqual([{ amount: AMOUNT, source: 'provider', day: '2026-11-30' }]);
});

it('the bank learns our address with the first charge of a new PIX key', async () => {
  const admin = await desk.admin();
  await open(await desk.student('pending'));
  await test.deps.jobs.drain();
  const before = bank().requests.filter((line) => line.startsWith('PUT /webhook/')).length;
  await open(await desk.student('pending'));
  await test.deps.jobs.drain();
  expect(bank().requests.filter((line) => line.startsWith('PUT /webhook/'))).toHaveLength(before);
  const as = { ...admin, cookie: await createSession(test.deps.db, admin.id, test.clock.now()) };
  const url = '/api/admin/settings';
  const { version } = (await test.request({ method: 'GET', url, as })).json();
  const payload = { version, pixKey: 'novo@escola.example' };
  expect((await test.request({ method: 'PATCH', url, payload, as })).statusCode).toBe(200);
  await open(await desk.student('pending'));
  await test.deps.jobs.drain();
  expect(bank().requests).toContain('PUT /webhook/novo%40escola.example');
});
