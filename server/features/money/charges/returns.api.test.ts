import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { createSession, type Person } from '#server/testing/factories.ts';
import { usePixSchool } from '#server/testing/pix-school.ts';

const pixDesk = usePixSchool();
const { test, desk, open, tell, txidOf, factsOf, statusOf, poll, casesOf, refund } = pixDesk;
const AMOUNT = 29_700;

let bank: ReturnType<typeof pixDesk.bank>;
let admin: Person;
beforeAll(async () => {
  bank = pixDesk.bank();
  admin = await desk.admin();
});

async function buyer(): Promise<Person> {
  const person = await desk.student('pending');
  await open(person);
  await tell(bank.pay(txidOf(person), AMOUNT));
  expect(await statusOf(person)).toBe('approved');
  return person;
}
const returnsAt = (person: Person) =>
  bank.charges.get(txidOf(person))?.pix.flatMap(({ devolucoes }) => devolucoes) ?? [];
const refundOf = async (person: Person) => {
  const { id } = await factsOf(person);
  return test.deps.db.selectFrom('refunds').selectAll().where('payment_id', '=', id).executeTakeFirst();
};

describe('a refund through the provider', () => {
  it('is asked of it, on its way until the provider says so, and ends the access then', async () => {
    bank.returnsAre('EM_PROCESSAMENTO');
    const person = await buyer();
    const sent = await refund(admin, person);
    expect([sent.statusCode, sent.json()]).toMatchObject([
      200,
      { status: 'approved', heldByProvider: AMOUNT, refund: { sentAt: expect.any(String), amount: null } },
    ]);
    expect(returnsAt(person)).toMatchObject([{ id: `${person.paymentCode}R001`, valor: '297.00' }]);
    // Repeated, by another user, or by another method: no second request is sent, and nothing else changes.
    expect((await refund(await desk.admin(), person)).statusCode).toBe(200);
    expect((await refund(admin, person, { through: 'office' })).statusCode).toBe(409);
    const takeBack = await test.request({
      method: 'POST',
      url: '/api/admin/payments/revoke',
      as: admin,
      payload: { paymentCode: person.paymentCode, reason: 'Engano' },
    });
    expect(takeBack.statusCode).toBe(409);
    const own = { cookie: await createSession(test.deps.db, person.id, test.clock.now()) };
    const [order] = (await test.request({ method: 'GET', url: '/api/my-orders', as: own })).json();
    expect(order).toMatchObject({ status: 'approved', refund: { sentAt: expect.any(String) } });
    const asked = { method: 'POST', url: `/api/my-orders/${order.id}/refund-request`, as: own } as const;
    expect((await test.request(asked)).statusCode).toBe(409);
    expect(returnsAt(person)).toHaveLength(1);

    await tell(bank.finishReturns(txidOf(person), 'DEVOLVIDO'));
    const facts = await factsOf(person);
    expect([facts.status, facts.events.map(({ action, actor_id }) => [action, actor_id])]).toEqual([
      'refunded',
      [
        ['payment.approved', null],
        ['payment.refund_sent', admin.id],
        ['payment.refunded', admin.id],
      ],
    ]);
    expect(await refundOf(person)).toMatchObject({
      amount: AMOUNT,
      recorded_by: admin.id,
      end_to_end_id: expect.stringMatching(/^D/),
    });
    expect((await refund(admin, person)).json()).toMatchObject({ status: 'refunded', heldByProvider: null });
    expect(await casesOf(person)).toEqual([]);
  });

  it('is found by the poller when no webhook comes, in pauses that begin short', async () => {
    bank.returnsAre('EM_PROCESSAMENTO');
    const person = await buyer();
    await refund(admin, person, { amount: 10_000, note: 'Acordo' });
    bank.finishReturns(txidOf(person), 'DEVOLVIDO');
    test.clock.advance(20_000);
    await poll();
    const { id, status } = await factsOf(person);
    const parts = await test.deps.db.selectFrom('refund_entries').selectAll().where('payment_id', '=', id).execute();
    expect([status, parts]).toMatchObject([
      'approved',
      [{ amount: 10_000, note: 'Acordo', through: 'provider', recorded_by: admin.id }],
    ]);
  });

  it('that the provider does not carry out changes nothing, becomes a case, and may be requested again', async () => {
    bank.returnsAre('EM_PROCESSAMENTO');
    const person = await buyer();
    await refund(admin, person);
    await tell(bank.finishReturns(txidOf(person), 'NAO_REALIZADO'));
    expect([await statusOf(person), await refundOf(person), await casesOf(person)]).toEqual([
      'approved',
      undefined,
      ['return_failed'],
    ]);
    test.clock.advance(60_000);
    bank.returnsAre('DEVOLVIDO');
    expect((await refund(admin, person)).json()).toMatchObject({ status: 'refunded' });
    expect(returnsAt(person).map(({ id, status }) => [id.slice(-4), status])).toEqual([
      ['R001', 'NAO_REALIZADO'],
      ['R002', 'DEVOLVIDO'],
    ]);
  });

  it.each([[[500]], [['hang']], [['garbage']]] as const)(
    'asked while the provider answers %j is asked again, once',
    async (faults) => {
      bank.returnsAre('DEVOLVIDO');
      const person = await buyer();
      // The first question, how much is held, is answered; the wish itself is not.
      const original = test.deps.pixProvider;
      if (!original) throw new Error('There is no provider.');
      test.deps.pixProvider = {
        ...original,
        refund: (wish) => {
          bank.fail(...faults);
          return original.refund(wish);
        },
      };
      const sent = await refund(admin, person);
      expect([sent.statusCode, sent.json().status]).toEqual([200, 'approved']);
      test.deps.pixProvider = original;
      test.clock.advance(60_000);
      await poll();
      expect(await statusOf(person)).toBe('refunded');
      expect(returnsAt(person)).toHaveLength(1);
    },
  );

  it('is refused without a trace while the provider cannot say what it holds', async () => {
    const person = await buyer();
    bank.fail(500);
    expect((await refund(admin, person)).statusCode).toBe(503);
    expect([await refundOf(person), returnsAt(person)]).toEqual([undefined, []]);
  });

  it('is left to the office if it exceeds what the provider holds, or the money came or went another way', async () => {
    const [person, byHand, gone] = [await buyer(), await desk.student(), await buyer()];
    bank.giveBack(txidOf(person), 100, 'EM_PROCESSAMENTO');
    expect((await refund(admin, person)).statusCode).toBe(400);
    await desk.approve(admin, byHand.paymentCode);
    expect((await refund(admin, byHand, { through: 'provider' })).statusCode).toBe(400);
    expect((await refund(admin, byHand)).json()).toMatchObject({ status: 'refunded', heldByProvider: null });
    expect((await refund(admin, gone, { endToEndId: 'E123' })).json()).toMatchObject({ status: 'refunded' });
    expect(returnsAt(gone)).toEqual([]);
  });

  it('is refused for another amount while one is pending, and a partial refund does not end access', async () => {
    bank.returnsAre('EM_PROCESSAMENTO');
    const person = await buyer();
    const part = { amount: 10_000, note: 'Acordo', through: 'provider' };
    expect((await refund(admin, person, part)).statusCode).toBe(200);
    expect((await refund(admin, person, { ...part, amount: 19_700 })).statusCode).toBe(409);
    await tell(bank.finishReturns(txidOf(person), 'DEVOLVIDO'));
    expect([await statusOf(person), await casesOf(person)]).toEqual(['approved', []]);
    bank.returnsAre('DEVOLVIDO');
    expect((await refund(admin, person, { ...part, amount: 19_700 })).json()).toMatchObject({
      status: 'refunded',
      refundedCents: AMOUNT,
    });
  });

  it('made in part at the bank’s desk is on record and a case; the access stays until the rest goes', async () => {
    const person = await buyer();
    await tell(bank.giveBack(txidOf(person), 5_000));
    expect([await statusOf(person), await casesOf(person)]).toEqual(['approved', ['partly_returned']]);
    const [row] = (await desk.history(admin, `?decision=approved&search=${person.paymentCode}`)).json();
    expect(row.payment).toMatchObject({ refundedCents: 5_000, refundRest: AMOUNT - 5_000 });
    await tell(bank.giveBack(txidOf(person), AMOUNT - 5_000));
    expect(await statusOf(person)).toBe('refunded');
  });

  it('is made once when twenty requests come at once', async () => {
    bank.returnsAre('EM_PROCESSAMENTO');
    const person = await buyer();
    const answers = await Promise.all(Array.from({ length: 20 }, () => refund(admin, person)));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(returnsAt(person)).toHaveLength(1);
    await tell(bank.finishReturns(txidOf(person), 'DEVOLVIDO'));
    expect(await statusOf(person)).toBe('refunded');
  });
});

type Deed = 'pay' | 'pay a part' | 'return at the desk' | 'tell' | 'tell again' | 'poll' | 'refund' | 'finish' | 'fail';
const deeds: Deed[] = [
  'pay',
  'pay a part',
  'return at the desk',
  'tell',
  'tell again',
  'poll',
  'refund',
  'finish',
  'fail',
];

it('whatever the order of events: approved while the provider holds the whole amount, refunded once it gave all of it back, every part on record', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...deeds), { minLength: 3, maxLength: 10 }), async (all) => {
      bank.returnsAre('EM_PROCESSAMENTO');
      const person = await desk.student('pending');
      await open(person);
      const txid = txidOf(person);
      /** What the bank would tell, oldest first; told late, twice or never. */
      const news: unknown[] = [];
      const told: unknown[] = [];
      const deed: Record<Deed, () => Promise<unknown> | unknown> = {
        pay: () => news.push(bank.pay(txid, AMOUNT)),
        'pay a part': () => news.push(bank.pay(txid, 100)),
        'return at the desk': () => {
          if (bank.charges.get(txid)?.pix[0]?.devolucoes.length === 0) news.push(bank.giveBack(txid, 100));
        },
        tell: async () => {
          const one = news.pop();
          if (one) await tell(one);
          told.push(one);
        },
        'tell again': async () => told[0] && tell(told[0]),
        poll: async () => {
          test.clock.advance(60_000);
          await poll();
        },
        refund: () => refund(admin, person, { note: 'Acordo', through: 'provider' }),
        finish: () => bank.finishReturns(txid, 'DEVOLVIDO'),
        fail: () => bank.finishReturns(txid, 'NAO_REALIZADO'),
      };
      for (const one of all) await deed[one]();
      // At the end every webhook is delivered again.
      bank.finishReturns(txid, 'DEVOLVIDO');
      const pix = bank.charges.get(txid)?.pix ?? [];
      test.clock.advance(24 * 3_600_000);
      await tell({ pix: pix.length > 0 ? pix : [{ txid, endToEndId: 'E0' }] });
      const status = await statusOf(person);
      const received = pix.reduce((sum, one) => sum + Number(one.valor) * 100, 0);
      const returned = pix
        .flatMap(({ devolucoes }) => devolucoes)
        .filter((one) => one.status === 'DEVOLVIDO')
        .reduce((sum, one) => sum + Number(one.valor) * 100, 0);
      const isHeld = Math.round(received - returned) >= AMOUNT;
      const isGone = received > 0 && Math.round(received - returned) === 0;
      if (status === 'refunded') expect(isGone).toBe(true);
      if (isHeld) expect(status).toBe('approved');
      // Whatever went back is on record, also of an order that was never approved.
      const { id } = await factsOf(person);
      const parts = await test.deps.db
        .selectFrom('refund_entries')
        .select('amount')
        .where('payment_id', '=', id)
        .execute();
      const recorded = parts.reduce((sum, { amount }) => sum + amount, 0);
      expect(recorded).toBe(Math.round(returned));
    }),
    { numRuns: 15 },
  );
});
