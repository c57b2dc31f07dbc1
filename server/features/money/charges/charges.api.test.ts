import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { breakRows } from '#server/testing/broken-row.ts';
import { countRows } from '#server/testing/factories.ts';
import { BANK_CLIENT } from '#server/testing/pix-bank.ts';
import { WEBHOOK_SECRET as SECRET, usePixSchool } from '#server/testing/pix-school.ts';

const pixDesk = usePixSchool();
const { test, desk, open, watch, tell, txidOf, factsOf, statusOf, poll, cases, casesOf } = pixDesk;
const AMOUNT = 29_700;

let bank: ReturnType<typeof pixDesk.bank>;
beforeAll(() => {
  bank = pixDesk.bank();
});

describe('a payment that the provider confirms', () => {
  it('is approved by its webhook, the page shows it, and the student gets access', async () => {
    const person = await desk.student('pending');
    const opened = await open(person);
    expect(opened).toMatchObject({ status: 'pending', charge: { pixCode: expect.stringContaining(txidOf(person)) } });
    expect(await open(person)).toEqual(opened);
    expect((await tell(bank.pay(txidOf(person), AMOUNT))).statusCode).toBe(200);
    const facts = await factsOf(person);
    expect([facts.status, facts.user, facts.events.map(({ action, actor_id }) => [action, actor_id])]).toEqual([
      'approved',
      'active',
      [['payment.approved', null]],
    ]);
    expect(await watch(person)).toEqual({ status: 'approved', charge: null });
    expect(await open(person)).toEqual({ status: 'approved', charge: null });
    expect(test.logged()).not.toMatch(new RegExp(`${SECRET}|${BANK_CLIENT.secret}|${person.paymentCode}`));
  });

  it('reaches the first page that asks, without a webhook', async () => {
    const person = await desk.student('pending');
    await open(person);
    bank.pay(txidOf(person), AMOUNT);
    expect(await watch(person)).toEqual({ status: 'approved', charge: null });
  });

  it('is asked for once in a few seconds for all who watch', async () => {
    const person = await desk.student('pending');
    await open(person);
    bank.pay(txidOf(person), AMOUNT);
    const before = bank.requests.length;
    await Promise.all(Array.from({ length: 20 }, () => watch(person)));
    await vi.waitFor(async () => expect((await watch(person)).status).toBe('approved'), { timeout: 20_000 });
    expect(bank.requests.slice(before).filter((one) => one.includes(txidOf(person)))).toHaveLength(1);
  });

  it('is found by the poller when no page asks', async () => {
    const person = await desk.student('pending');
    await open(person);
    bank.pay(txidOf(person), AMOUNT);
    await poll();
    expect(await statusOf(person)).toBe('approved');
  });

  it('is found by the poller when another charge cannot be written', async () => {
    const [broken, person] = [await desk.student('pending'), await desk.student('pending')];
    for (const one of [broken, person]) {
      await open(one);
      bank.pay(txidOf(one), AMOUNT);
    }
    const repair = await breakRows(test.deps.db, 'charges', `r.txid = '${txidOf(broken)}' AND r.received > 0`);
    await poll();
    expect([await statusOf(broken), await statusOf(person)]).toEqual(['pending', 'approved']);
    await repair();
    await poll();
    expect(await statusOf(broken)).toBe('pending');
    test.clock.advance(5 * 60_000);
    await poll();
    expect(await statusOf(broken)).toBe('approved');
  });

  it('is approved once, however often and in whatever order its webhooks arrive', async () => {
    const person = await desk.student('analyzing');
    await open(person);
    const told = bank.pay(txidOf(person), AMOUNT);
    const answers = await Promise.all(Array.from({ length: 30 }, () => tell(told)));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    await tell(told);
    const facts = await factsOf(person);
    expect([facts.status, facts.events.length]).toEqual(['approved', 1]);
  });

  it('is not believed: a webhook that lies changes nothing', async () => {
    const person = await desk.student('pending');
    await open(person);
    await tell({ pix: [{ txid: txidOf(person), endToEndId: 'E1', valor: '297.00' }] });
    expect(await statusOf(person)).toBe('pending');
  });

  it('and given back at the bank is refunded, and its access ends', async () => {
    const person = await desk.student('pending');
    await open(person);
    await tell(bank.pay(txidOf(person), AMOUNT));
    expect(await statusOf(person)).toBe('approved');
    await tell(bank.giveBack(txidOf(person), AMOUNT));
    const facts = await factsOf(person);
    expect([facts.status, facts.events.map(({ action }) => action)]).toEqual([
      'refunded',
      ['payment.approved', 'payment.refunded'],
    ]);
    const refund = await test.deps.db
      .selectFrom('refunds')
      .select(['amount', 'recorded_by'])
      .where('payment_id', '=', facts.id)
      .executeTakeFirst();
    expect(refund).toEqual({ amount: AMOUNT, recorded_by: null });
  });
});

describe('what fits no state is a case for a person', () => {
  it('too little, to a closed order, unknown, given back after a decision by hand', async () => {
    const admin = await desk.admin();
    const [little, closed, byHand] = [await desk.student(), await desk.student(), await desk.student()];
    for (const person of [little, closed, byHand]) await open(person);
    await tell(bank.pay(txidOf(little), 100));
    await desk.reject(admin, closed.paymentCode);
    await tell(bank.pay(txidOf(closed), AMOUNT));
    await desk.approve(admin, byHand.paymentCode);
    bank.pay(txidOf(byHand), AMOUNT);
    await tell(bank.giveBack(txidOf(byHand), AMOUNT));
    await tell({ pix: [{ txid: 'x'.repeat(26), endToEndId: 'E1' }] });
    expect([await statusOf(little), await statusOf(closed), await statusOf(byHand)]).toEqual([
      'analyzing',
      'rejected',
      'approved',
    ]);
    expect([await casesOf(little), await casesOf(closed), await casesOf(byHand)]).toEqual([
      ['wrong_amount'],
      ['order_closed'],
      ['returned'],
    ]);
    const unknown = (await cases()).find(({ kind }: { kind: string }) => kind === 'unknown_charge');
    expect(unknown).toMatchObject({ order: null, held: null });
    const close = () => test.request({ method: 'POST', url: `/api/admin/charge-cases/${unknown.id}/close`, as: admin });
    expect([(await close()).statusCode, (await close()).statusCode]).toEqual([200, 200]);
    expect((await cases()).map(({ id }: { id: number }) => id)).not.toContain(unknown.id);
  });

  it('money for the order of a removed student is a case, years later too', async () => {
    const admin = await desk.admin();
    const person = await desk.student('pending');
    await open(person);
    await test.request({ method: 'DELETE', url: `/api/admin/users/${person.id}`, as: admin });
    await tell(bank.pay(txidOf(person), AMOUNT));
    await test.deps.jobs.drain();
    expect(await casesOf(person)).toEqual(['order_closed']);
  });

  it('both charges of an order are paid: the order is approved once, and the excess is a case', async () => {
    const person = await desk.student('pending');
    await open(person);
    test.clock.advance(24 * 60 * 60 * 1000);
    await open(person);
    await tell(bank.pay(txidOf(person, 2), AMOUNT));
    await tell(bank.pay(txidOf(person, 1), AMOUNT));
    expect(await statusOf(person)).toBe('approved');
    expect(await casesOf(person)).toEqual(['paid_twice']);
  });

  it('an order whose amount changed gets another charge', async () => {
    const person = await desk.student('pending');
    await open(person);
    await test.deps.db
      .updateTable('payments')
      .set({ amount: 20_000 })
      .where('payment_code', '=', person.paymentCode ?? '')
      .execute();
    expect((await open(person)).charge.pixCode).toContain(txidOf(person, 2));
    expect(bank.charges.get(txidOf(person, 2))?.valor.original).toBe('200.00');
  });
});

describe('a provider that misbehaves', () => {
  it.each([[500], [429], ['hang'], ['garbage']] as const)(
    '%s when a charge is made: the page goes on without it',
    async (fault) => {
      const person = await desk.student('pending');
      bank.fail(fault, fault, fault);
      expect(await open(person)).toEqual({ status: 'pending', charge: null });
      test.clock.advance(600_000);
      // What is left of it.
      for (let i = 0; i < 3 && !(await open(person)).charge; i += 1) test.clock.advance(600_000);
      expect((await open(person)).charge).toMatchObject({ pixCode: expect.stringContaining(txidOf(person)) });
    },
  );

  it('away when a webhook came: the job asks again', async () => {
    const person = await desk.student('pending');
    await open(person);
    bank.fail(500);
    await tell(bank.pay(txidOf(person), AMOUNT));
    expect(await statusOf(person)).toBe('pending');
    test.clock.advance(60_000);
    await poll();
    expect(await statusOf(person)).toBe('approved');
  });

  it('does not know a charge for a moment: it is still found when it is paid', async () => {
    const person = await desk.student('pending');
    await open(person);
    const remember = bank.forget(txidOf(person));
    await poll();
    expect((await watch(person)).charge).toMatchObject({ pixCode: expect.stringContaining(txidOf(person)) });
    expect(test.logged()).toContain('the provider does not know a charge');
    remember();
    bank.pay(txidOf(person), AMOUNT);
    test.clock.advance(60 * 60_000);
    await poll();
    expect([await statusOf(person), await casesOf(person)]).toEqual(['approved', []]);
  });

  it('forgot a charge for good: it is polled until the charge expires, and then a person gets a case', async () => {
    const person = await desk.student('pending');
    await open(person);
    bank.forget(txidOf(person));
    for (let hours = 0; hours < 23; hours += 1) {
      test.clock.advance(60 * 60_000);
      await poll();
    }
    expect(await casesOf(person)).toEqual([]);
    test.clock.advance(3 * 60 * 60_000);
    await poll();
    expect([await statusOf(person), await casesOf(person)]).toEqual(['pending', ['missing_at_provider']]);
    const asked = bank.requests.length;
    test.clock.advance(60 * 60_000);
    await poll();
    expect(bank.requests.slice(asked).filter((one) => one.includes(txidOf(person)))).toEqual([]);
  });

  it('removed a charge, and takes its payment nevertheless', async () => {
    const person = await desk.student('pending');
    await open(person);
    const cob = bank.charges.get(txidOf(person));
    if (cob) cob.status = 'REMOVIDA_PELO_PSP';
    await poll();
    bank.pay(txidOf(person), AMOUNT);
    test.clock.advance(60 * 60_000);
    await poll();
    expect(await statusOf(person)).toBe('approved');
  });

  it('forgot a charge that was paid: what came stays on record', async () => {
    const person = await desk.student('pending');
    await open(person);
    await tell(bank.pay(txidOf(person), AMOUNT));
    expect(await statusOf(person)).toBe('approved');
    bank.forget(txidOf(person));
    test.clock.advance(25 * 60 * 60_000);
    await poll();
    const { received } = await test.deps.db
      .selectFrom('charges')
      .select('received')
      .where('txid', '=', txidOf(person))
      .executeTakeFirstOrThrow();
    expect([received, await statusOf(person)]).toEqual([AMOUNT, 'approved']);
    // Its last poll opens no case either: the money is on record.
    test.clock.advance(400 * 24 * 60 * 60_000);
    await poll();
    expect(await casesOf(person)).toEqual([]);
  });

  it('refuses a txid whose first answer was lost: the charge is read back', async () => {
    bank.refuseUsedTxids(true);
    const person = await desk.student('pending');
    // The token is there then: the lost answer is that of the charge.
    await open(await desk.student('pending'));
    bank.fail('lost');
    expect((await open(person)).charge).toBeNull();
    expect(bank.charges.has(txidOf(person))).toBe(true);
    expect((await open(person)).charge).toMatchObject({ pixCode: expect.stringContaining(txidOf(person)) });
    expect(await casesOf(person)).toEqual([]);
    bank.refuseUsedTxids(false);
  });

  it('gets the address of our webhook from the job', async () => {
    await test.deps.jobs.send(test.deps.db, 'pix-webhook', {});
    await test.deps.jobs.drain();
    expect(bank.webhooks).toContain(`https://escola.example/api/webhooks/api-pix/${SECRET}`);
  });
});

describe('a secret of the webhook in a file', () => {
  it('is replaced without a restart: while two exist, both are accepted and the first is registered', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'alvorada-webhook-'));
    const { pixProvider } = test.deps.config;
    if (!pixProvider) throw new Error('There is no provider.');
    const before = pixProvider.webhookSecret;
    try {
      const file = join(directory, 'segredo');
      pixProvider.webhookSecret = `file:${file}`;
      const body = { pix: [{ txid: 'y'.repeat(26), endToEndId: 'E9' }] };
      const statusWith = async (secret: string) => (await tell(body, secret)).statusCode;
      writeFileSync(file, 'o-segredo-de-antes\n');
      expect([await statusWith('o-segredo-de-antes'), await statusWith('o-segredo-de-agora')]).toEqual([200, 404]);
      writeFileSync(file, 'o-segredo-de-agora\no-segredo-de-antes\n');
      expect([await statusWith('o-segredo-de-antes'), await statusWith('o-segredo-de-agora')]).toEqual([200, 200]);
      await test.deps.jobs.send(test.deps.db, 'pix-webhook', {});
      await test.deps.jobs.drain();
      expect(bank.webhooks.at(-1)).toBe('https://escola.example/api/webhooks/api-pix/o-segredo-de-agora');
      writeFileSync(file, 'o-segredo-de-agora\n');
      expect([await statusWith('o-segredo-de-antes'), await statusWith('o-segredo-de-agora')]).toEqual([404, 200]);
    } finally {
      pixProvider.webhookSecret = before;
      rmSync(directory, { recursive: true });
    }
  });
});

describe('a stranger at the webhook', () => {
  it('is refused before anything is stored: wrong secret, wrong provider, a thousand of them, ten megabytes', async () => {
    const before = await countRows(test.deps.db, 'webhook_events');
    const body = { pix: [{ txid: 'x'.repeat(26), endToEndId: 'E9' }] };
    expect((await tell(body, 'errado')).statusCode).toBe(404);
    expect((await tell(body, 'errado', '')).statusCode).toBe(404);
    expect(
      (await test.request({ method: 'POST', url: `/api/webhooks/asaas/${SECRET}`, payload: body })).statusCode,
    ).toBe(404);
    const flood = await Promise.all(Array.from({ length: 1000 }, (_, i) => tell(body, `errado${i}`)));
    expect(new Set(flood.map(({ statusCode }) => statusCode))).toEqual(new Set([404]));
    const huge = await tell({ pix: [{ txid: 'x'.repeat(10 * 1024 * 1024) }] });
    expect(huge.statusCode).toBe(413);
    expect(await countRows(test.deps.db, 'webhook_events')).toBe(before);
    expect((await tell('nonsense')).statusCode).toBeLessThan(500);
  });
});
