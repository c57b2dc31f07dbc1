import { beforeEach, describe, expect, it, vi } from 'vitest';
import { auditOf } from '#server/testing/audit.ts';
import { breakRows } from '#server/testing/broken-row.ts';
import { countRows, createPerson, createSession, type Person } from '#server/testing/factories.ts';
import { usePixSchool } from '#server/testing/pix-school.ts';
import { ofxOf, statementForm } from '#server/testing/statements.ts';

const AMOUNT = 29_700;
const school = usePixSchool();
const { test, desk, bank, open, tell, txidOf, statusOf, factsOf, refund } = school;

let admin: Person;
let secretary: Person;
beforeEach(async () => {
  const now = test.clock.now();
  admin ??= await desk.admin();
  secretary ??= await createPerson(test.deps.db, { role: 'secretary', now });
  admin = { ...admin, cookie: await createSession(test.deps.db, admin.id, now) };
  secretary = { ...secretary, cookie: await createSession(test.deps.db, secretary.id, now) };
});

type Case = { id: number; kind: string; held: number; amount: number; chargedAt: string | null };
const post = (url: string, payload: object = {}, as = secretary) => test.request({ method: 'POST', url, payload, as });
const get = async (url: string) => (await test.request({ method: 'GET', url, as: secretary })).json();
const casesOf = async ({ paymentCode }: Person): Promise<Case[]> =>
  (await get('/api/admin/charge-cases?limit=100')).filter(
    ({ order }: { order: { paymentCode: string } | null }) => order?.paymentCode === paymentCode,
  );
const caseOf = async (person: Person): Promise<Case> => {
  const [first] = await casesOf(person);
  if (!first) throw new Error('There is no case.');
  return first;
};
const compare = async () => {
  await test.deps.jobs.send(test.deps.db, 'compare-money', {});
  await test.deps.jobs.drain();
};
/** An order that was approved although less came. */
async function short(cents = 10_000): Promise<Person> {
  const person = await desk.student('analyzing');
  const { paymentCode } = person;
  await post('/api/admin/payments/approve', { paymentCode, amount: cents, reason: 'Paga o resto depois' });
  return person;
}

describe('a case of an amount', () => {
  it('is accepted with a reason, and stays closed while the amounts stay the same', async () => {
    const person = await short();
    const { id } = await caseOf(person);
    const url = `/api/admin/charge-cases/${id}/accept`;
    expect((await post(url, { reason: ' ' })).statusCode).toBe(400);
    expect((await post(url, { reason: 'Desconto combinado' })).statusCode).toBe(200);
    expect((await post(url, { reason: 'De novo' })).statusCode).toBe(200);
    await compare();
    expect(await casesOf(person)).toEqual([]);
    const { id: paymentId } = await factsOf(person);
    const events = await auditOf(test.deps.db, `payment:${paymentId}`);
    expect(events.filter(({ action }) => action === 'money_case.accepted')).toEqual([
      {
        action: 'money_case.accepted',
        actor_id: secretary.id,
        details: { kind: 'underpaid', note: 'Desconto combinado' },
      },
    ]);
  });

  it('asks the student for the rest once a day, with a PIX code of that amount, and stays open', async () => {
    const person = await short();
    const { id } = await caseOf(person);
    const url = `/api/admin/charge-cases/${id}/charge-rest`;
    expect([(await post(url)).statusCode, (await post(url)).statusCode]).toEqual([200, 200]);
    const mails = (await factsOf(person)).mails.filter(({ subject }) => subject === 'Falta uma parte do seu pagamento');
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toMatch(/R\$\s197,00/);
    expect(mails[0]?.text).toContain('5406197.00');
    expect((await caseOf(person)).chargedAt).toBe(test.clock.now().toISOString());
  });

  it('asks the provider before it asks the student: what came in the meantime is not asked for again', async () => {
    const person = await desk.student('pending');
    await open(person);
    await tell(bank().pay(txidOf(person), 10_000));
    expect(await statusOf(person)).toBe('pending');
    expect(await caseOf(person)).toMatchObject({ kind: 'wrong_amount', held: 10_000, amount: AMOUNT });
    const { id } = await caseOf(person);
    bank().pay(txidOf(person), AMOUNT - 10_000);
    const asked = await post(`/api/admin/charge-cases/${id}/charge-rest`);
    expect(asked.statusCode, asked.body).toBe(409);
    expect(await statusOf(person)).toBe('approved');
    expect((await factsOf(person)).mails.map(({ subject }) => subject)).not.toContain(
      'Falta uma parte do seu pagamento',
    );
  });

  it('asks the student for nothing while the provider does not answer', async () => {
    const person = await desk.student('pending');
    await open(person);
    await tell(bank().pay(txidOf(person), 10_000));
    expect(await statusOf(person)).toBe('pending');
    const { id } = await caseOf(person);
    bank().fail(500);
    const asked = await post(`/api/admin/charge-cases/${id}/charge-rest`);
    expect([asked.statusCode, asked.json().message]).toEqual([
      503,
      'O provedor não respondeu. Nada foi cobrado: tente de novo em instantes.',
    ]);
    expect((await caseOf(person)).chargedAt).toBeNull();
  });

  it('that was settled in the meantime cannot be accepted any more', async () => {
    const person = await short();
    const { id } = await caseOf(person);
    await test.deps.db
      .updateTable('charge_cases')
      .set({ closed_at: test.clock.now(), resolution: 'settled' })
      .where('id', '=', id)
      .execute();
    const accepted = await post(`/api/admin/charge-cases/${id}/accept`, { reason: 'Desconto' });
    expect([accepted.statusCode, accepted.json().code]).toEqual([409, 'state_conflict']);
  });

  it('about too much money asks the student for nothing', async () => {
    const person = await desk.student('pending');
    await open(person);
    await tell(bank().pay(txidOf(person), 2 * AMOUNT));
    await statusOf(person);
    const { id, kind } = await caseOf(person);
    expect([kind, (await post(`/api/admin/charge-cases/${id}/charge-rest`)).statusCode]).toEqual(['paid_twice', 409]);
  });

  it('about money for a cancelled order is settled by giving it back', async () => {
    const person = await desk.student('pending', { status: 'active' });
    await open(person);
    const as = { ...person, cookie: await createSession(test.deps.db, person.id, test.clock.now()) };
    const [order] = (await test.request({ method: 'GET', url: '/api/my-orders', as })).json();
    await test.request({ method: 'DELETE', url: `/api/my-orders/${order.id}`, as });
    await tell(bank().pay(txidOf(person), AMOUNT));
    expect(await statusOf(person)).toBe('cancelled');
    expect(await caseOf(person)).toMatchObject({ kind: 'order_closed', held: AMOUNT });
    bank().returnsAre('DEVOLVIDO');
    expect((await refund(admin, person, { note: 'Pedido cancelado' })).statusCode).toBe(200);
    expect(await statusOf(person)).toBe('cancelled');
    expect(await casesOf(person)).toEqual([]);
    expect((await refund(admin, person, { amount: 1, note: 'Mais' })).statusCode).toBe(409);
  });
});

it('the most urgent kind comes first, in it the oldest', async () => {
  const older = await short(100);
  test.clock.advance(60_000);
  const newer = await short(200);
  const kinds = (await get('/api/admin/charge-cases?limit=100')).map(({ kind }: Case) => kind);
  expect(kinds.indexOf('paid_twice')).toBeLessThan(kinds.indexOf('underpaid'));
  const order = (await get('/api/admin/charge-cases?limit=100')).map(({ id }: Case) => id);
  expect(order.indexOf((await caseOf(older)).id)).toBeLessThan(order.indexOf((await caseOf(newer)).id));
  const first = await test.request({ method: 'GET', url: '/api/admin/charge-cases?limit=2', as: secretary });
  expect(first.json().map(({ id }: Case) => id)).toEqual(order.slice(0, 2));
  const [, next = ''] = /^<(.*)>/.exec(String(first.headers.link)) ?? [];
  const second = await get(next);
  expect(second.map(({ id }: Case) => id)).toEqual(order.slice(2, 4));
});

describe('the comparison of the last 90 days', () => {
  it('waits while the provider asks for a pause, and goes on with the charge that it met there', async () => {
    const people = [await desk.student('pending'), await desk.student('pending'), await desk.student('pending')];
    for (const person of people) {
      await open(person);
      bank().pay(txidOf(person), AMOUNT);
    }
    await test.deps.db.updateTable('charges').set({ next_look_at: null }).execute();
    await test.deps.db.deleteFrom('maintenance_runs').where('name', '=', 'compare-money').execute();
    const before = await countRows(test.deps.db, 'charges');
    bank().fail(429);
    const { jobs, db } = test.deps;
    const later: { data: object; startAfter: Date }[] = [];
    const send = jobs.send.bind(jobs);
    // The queue goes by the clock of the database: the test starts what was put off.
    const spy = vi.spyOn(jobs, 'send').mockImplementation(async (tx, name, data, options) => {
      if (options?.startAfter && name === 'compare-money') later.push({ data, startAfter: options.startAfter });
      else await send(tx, name, data, options);
    });
    await compare();
    spy.mockRestore();
    expect(later).toEqual([
      {
        data: { compared: 0, unanswered: 0, afterCharge: 0, pauses: 1 },
        startAfter: new Date(test.clock.now().getTime() + 2000),
      },
    ]);
    test.clock.advance(2000);
    await jobs.send(db, 'compare-money', { ...later[0]?.data });
    await jobs.drain();
    expect([await statusOf(people[0] as Person), await statusOf(people[2] as Person)]).toEqual([
      'approved',
      'approved',
    ]);
    expect(await get('/api/admin/money-comparison')).toMatchObject({ compared: before, unanswered: 0 });
  });

  it('finds a payment that no webhook and no poll reported, and says when it ran', async () => {
    const person = await desk.student('pending');
    await open(person);
    bank().pay(txidOf(person), AMOUNT);
    await test.deps.db.updateTable('charges').set({ next_look_at: null }).execute();
    expect((await post('/api/admin/money-comparison')).statusCode).toBe(200);
    await test.deps.jobs.drain();
    expect(await statusOf(person)).toBe('approved');
    expect(await get('/api/admin/money-comparison')).toMatchObject({
      comparedAt: test.clock.now().toISOString(),
      unanswered: 0,
    });
  });

  it('counts what the provider did not answer for', async () => {
    await open(await desk.student('pending'));
    bank().fail(...Array.from({ length: 100 }, () => 500));
    await compare();
    const { compared, unanswered } = await get('/api/admin/money-comparison');
    expect([compared > 0, unanswered]).toEqual([true, compared]);
    bank().clearFaults();
  });

  it('compares the other orders although one is broken, and tries that one again the next time', async () => {
    const [broken, whole] = [await short(), await short()];
    const { id } = await factsOf(broken);
    await test.deps.db.deleteFrom('charge_cases').where('kind', '=', 'underpaid').execute();
    const repair = await breakRows(test.deps.db, 'charge_cases', `r.payment_id = ${id}`);
    await compare();
    expect([(await casesOf(broken)).length, (await casesOf(whole)).map(({ kind }) => kind)]).toEqual([
      0,
      ['underpaid'],
    ]);
    await repair();
    await compare();
    expect((await casesOf(broken)).map(({ kind }) => kind)).toEqual(['underpaid']);
  });

  it('lists an order paid by proof that the statement of those days does not show, until a line shows it', async () => {
    const person = await desk.student('analyzing');
    await post('/api/admin/payments/approve', { paymentCode: person.paymentCode });
    const day = (days: number) => new Date(test.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);
    const send = async (memo: string, amount: string) => {
      const lines = [-3, 3].map((days) => ({ day: day(days), amount: '1.00', memo: `outro ${memo}` }));
      const content = ofxOf([...lines, { day: day(0), amount, memo }]);
      const url = '/api/admin/statements';
      return test.request({ method: 'POST', url, as: admin, ...(await statementForm(content)) });
    };
    await compare();
    expect(await casesOf(person)).toEqual([]);
    await send('PIX RECEBIDO FULANO', '12.00');
    await compare();
    expect((await casesOf(person)).map(({ kind }) => kind)).toEqual(['unconfirmed']);
    await send(`PIX RECEBIDO ${person.paymentCode}`, '297.00');
    expect(await casesOf(person)).toEqual([]);
  });
});

describe('the bank, asked before the office acts', () => {
  it('finds a payment that no webhook and no poll has reported yet', async () => {
    const person = await desk.student('analyzing');
    await open(person);
    bank().pay(txidOf(person), 100);
    const answer = await post('/api/admin/payments/check-bank', { paymentCode: person.paymentCode });
    expect(answer.json()).toMatchObject({
      isAnswered: true,
      payment: { status: 'analyzing', received: { total: 100, byBank: 100 } },
    });
  });

  it('leaves out the people whose order it knows when many are approved at once, and names where to look', async () => {
    const [known, other] = [await desk.student('analyzing'), await desk.student('analyzing')];
    await open(known);
    const answer = (await post('/api/admin/users/approve', { ids: [known.id, other.id] })).json();
    const message = 'O banco conhece este pedido. Confira em Pagamentos o que ele diz agora.';
    expect(answer).toEqual({ approved: 1, refused: [{ id: known.id, message }] });
    expect([await statusOf(known), await statusOf(other)]).toEqual(['analyzing', 'approved']);
  });

  it('is not passed by from the list of people: there an order that it knows is not approved', async () => {
    const person = await desk.student('analyzing');
    await open(person);
    const patch = (payload: object) =>
      test.request({ method: 'PATCH', url: `/api/admin/users/${person.id}/status`, payload, as: secretary });
    const refused = await patch({ status: 'active', checkProof: true });
    expect(refused.json()).toMatchObject({ code: 'state_conflict', status: 'pending' });
    expect(await statusOf(person)).toBe('analyzing');
    // The call of the specification does not ask.
    expect((await patch({ status: 'active' })).statusCode).toBe(200);
    expect(await statusOf(person)).toBe('approved');
  });

  it('is reported as not answering', async () => {
    const person = await desk.student('analyzing');
    await open(person);
    bank().fail(500, 500);
    const answer = await post('/api/admin/payments/check-bank', { paymentCode: person.paymentCode });
    expect(answer.json()).toMatchObject({ isAnswered: false, payment: { status: 'analyzing' } });
    bank().clearFaults();
  });
});
