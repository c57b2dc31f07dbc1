import fc from 'fast-check';
import { createSession, type Person } from './factories.ts';
import type { usePixSchool } from './pix-school.ts';
import { ofxOf, statementForm } from './statements.ts';

/** Random histories of one order: its student, the office, and a bank that misbehaves. */

const PRICE = 29_700;

const faults = [404, 409, 429, 500, 503, 401, 'hang', 'garbage', 'lost'] as const;

export const moneyEvents = [
  'open a charge',
  'pay',
  'pay a part',
  'pay the other charge',
  'tell the newest',
  'tell the oldest',
  'tell again',
  'poll',
  'return a part at the bank',
  'demand back',
  'finish returns',
  'fail returns',
  'lose the memory',
  'find the memory',
  'refuse used txids',
  'approve',
  'approve less',
  'reject',
  'take the approval back',
  'refund a part by transfer',
  'refund through the provider',
  'say that it was paid',
  'cancel',
  'send a line of the same payment',
  'send a line of another payment',
  'compare',
  ...faults.map((fault) => `fail with ${fault}` as const),
] as const;
export type MoneyEvent = (typeof moneyEvents)[number];

/** Payments and webhooks are more frequent than anything else. */
export const moneyHistory = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom<MoneyEvent>('open a charge', 'pay', 'tell the newest', 'poll', 'approve') },
    { weight: 4, arbitrary: fc.constantFrom<MoneyEvent>(...moneyEvents) },
  ),
  { minLength: 6, maxLength: 16 },
);

type School = ReturnType<typeof usePixSchool>;

let lineSerial = 0;

/** Plays a history with a new student, and lets the bank recover at its end. Returns the student. */
export async function playHistory(school: School, admin: Person, history: readonly MoneyEvent[]): Promise<Person> {
  const { test, desk, open, tell, txidOf, poll, refund } = school;
  const bank = school.bank();
  const person = await desk.student('pending', { status: 'active' });
  const { paymentCode } = person;
  const proven = async ({ id }: Person) => ({ cookie: await createSession(test.deps.db, id, test.clock.now()) });
  const office = async (path: string, payload: object) =>
    test.request({ method: 'POST', url: `/api/admin/payments/${path}`, payload, as: await proven(admin) });
  const txids = () => [...bank.charges.keys()].filter((txid) => paymentCode && txid.startsWith(paymentCode));
  const [news, told]: unknown[][] = [[], []];
  const lost: (() => void)[] = [];
  const say = async (one: unknown) => {
    if (!one) return;
    await tell(one);
    told?.push(one);
  };
  const pay = (txid: string | undefined, cents: number) => {
    if (txid) news?.push(bank.pay(txid, cents));
  };
  const paid = () => txids().filter((txid) => (bank.charges.get(txid)?.pix.length ?? 0) > 0);
  const sendLine = async (cents: number, endToEndId: string) => {
    const day = test.clock.now().toISOString().slice(0, 10);
    const memo = `PIX RECEBIDO ${paymentCode} ${endToEndId}`;
    const content = ofxOf([{ day, amount: (cents / 100).toFixed(2), memo }]);
    const as = await proven(admin);
    const url = '/api/admin/statements';
    const { id } = (await test.request({ method: 'POST', url, as, ...(await statementForm(content)) })).json();
    const entries = await test.request({ method: 'GET', url: `${url}/${id}/entries`, as });
    for (const entry of entries.json()) {
      const payload = { decision: 'confirm', paymentCode, acceptsDifference: true };
      await test.request({ method: 'POST', url: `/api/admin/statement-entries/${entry.id}/decision`, payload, as });
    }
  };

  const deeds: Record<Exclude<MoneyEvent, `fail with ${string}`>, () => unknown> = {
    'open a charge': () => open(person),
    pay: () => pay(txids().at(-1), PRICE),
    'pay a part': () => pay(txids().at(-1), 10_000),
    'pay the other charge': () => pay(txids()[0], PRICE),
    'tell the newest': () => say(news?.pop()),
    'tell the oldest': () => say(news?.shift()),
    'tell again': () => say(told?.[0]),
    poll: async () => {
      test.clock.advance(600_000);
      await poll();
    },
    'return a part at the bank': () => {
      const [txid] = paid();
      if (txid && bank.charges.get(txid)?.pix[0]?.devolucoes.length === 0) news?.push(bank.giveBack(txid, 5_000));
    },
    'demand back': () => {
      const [txid] = paid();
      const isFree = txid && bank.charges.get(txid)?.pix[0]?.devolucoes.length === 0;
      if (isFree) news?.push(bank.giveBack(txid, 10_000, 'EM_PROCESSAMENTO', 'MED_FRAUDE'));
    },
    'finish returns': () => paid().map((txid) => news?.push(bank.finishReturns(txid, 'DEVOLVIDO'))),
    'fail returns': () => paid().map((txid) => news?.push(bank.finishReturns(txid, 'NAO_REALIZADO'))),
    'lose the memory': () => txids().map((txid) => lost.push(bank.forget(txid))),
    'find the memory': () => lost.splice(0).map((remember) => remember()),
    'refuse used txids': () => bank.refuseUsedTxids(true),
    approve: () => office('approve', { paymentCode }),
    'approve less': () => office('approve', { paymentCode, amount: 20_000, reason: 'Acordo' }),
    reject: () => office('reject', { paymentCode, reason: 'Não confere' }),
    'take the approval back': () => office('revoke', { paymentCode, reason: 'Engano' }),
    'refund a part by transfer': () =>
      refund(admin, person, { amount: 1_000, through: 'office', note: 'Acordo', creationKey: crypto.randomUUID() }),
    'refund through the provider': () =>
      refund(admin, person, { amount: 3_000, through: 'provider', note: 'Acordo', creationKey: crypto.randomUUID() }),
    'say that it was paid': () =>
      test.request({ method: 'POST', url: '/api/payments/upload-proof-by-code', payload: { paymentCode } }),
    cancel: async () => {
      const as = await proven(person);
      const orders = (await test.request({ method: 'GET', url: '/api/my-orders', as })).json();
      const [order] = Array.isArray(orders) ? orders : [];
      if (order) await test.request({ method: 'DELETE', url: `/api/my-orders/${order.id}`, as });
    },
    'send a line of the same payment': async () => {
      const pix = txids().flatMap((txid) => bank.charges.get(txid)?.pix ?? [])[0];
      if (pix) await sendLine(Math.round(Number(pix.valor) * 100), pix.endToEndId);
    },
    'send a line of another payment': () => {
      lineSerial += 1;
      return sendLine(PRICE, `E60746948202611151200z${String(lineSerial).padStart(10, '0')}`);
    },
    compare: async () => {
      await test.deps.jobs.send(test.deps.db, 'compare-money', {});
      await test.deps.jobs.drain();
    },
  };
  for (const event of history) {
    const fault = faults.find((one) => event === `fail with ${one}`);
    if (fault) bank.fail(fault);
    else await deeds[event as keyof typeof deeds]();
    await test.deps.jobs.drain();
  }

  // The bank works again, and the nightly job runs.
  bank.clearFaults();
  bank.refuseUsedTxids(false);
  for (const remember of lost) remember();
  for (const txid of paid()) bank.finishReturns(txid, 'DEVOLVIDO');
  test.clock.advance(24 * 3_600_000);
  await poll();
  await deeds.compare();
  expectTxids(person, txids(), txidOf);
  return person;
}

/** Every charge at the bank belongs to this order: otherwise the check would look at another one. */
function expectTxids(person: Person, txids: readonly string[], txidOf: School['txidOf']): void {
  for (const [at, txid] of [...txids].sort().entries()) {
    if (txid.length !== txidOf(person, at + 1).length) throw new Error(`${txid} is no charge of ours.`);
  }
}
