/**
 * The time from payment to access, and the import of a bank statement:
 *   npm run bench -- payments [alone] [rush] [statement] [--payments 1000] [--pages 500] [--lines 10000] [--orders 5000]
 * alone: how long a student who watches the payment page waits, with the bank's webhook and without it.
 * rush: confirms `--payments` payments within a minute while `--pages` pages are open; counts wrong and doubled states.
 * statement: imports `--lines` lines against `--orders` open orders; how long it takes, and the server's longest stall.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Person } from '#server/testing/factories.ts';
import { cpuOfDatabase, cpuOfProcess } from './cpu.ts';
import { percentile } from './http-client.ts';
import { openPaymentSchool, type PaymentSchool } from './payment-school.ts';
import { readResults, saveAs } from './report.ts';
import { measureStatement } from './statement.ts';

const MINUTE_MS = 60_000;
const INSIDE_MS = 5000;
const STATEMENT_MS = 5000;
const ALONE = 20;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    payments: { type: 'string', default: '1000' },
    pages: { type: 'string', default: '500' },
    lines: { type: 'string', default: '10000' },
    orders: { type: 'string', default: '5000' },
  },
});
const isWished = (part: string) => positionals.length === 0 || positionals.includes(part);

const waitsOf = (list: readonly (number | null)[]) => {
  const waits = list.map((wait) => wait ?? Number.POSITIVE_INFINITY);
  return { median: percentile(waits, 50), p95: percentile(waits, 95), longest: percentile(waits, 100) };
};

/** Opens the pages at different moments. Each is paid at a different distance from its next poll. */
async function alone(school: PaymentSchool, webhooks: number) {
  const people = await school.withCharges(ALONE);
  const until = performance.now() + MINUTE_MS;
  return waitsOf(
    await Promise.all(
      people.map(async (person, index) => {
        await delay(index * 170);
        const page = school.watch(person, until);
        await delay(500 + index * 150);
        await school.pay(person, { webhooks });
        return page;
      }),
    ),
  );
}

async function rush(school: PaymentSchool, { payments, pages }: { payments: number; pages: number }) {
  const people: Person[] = await school.withCharges(payments);
  const cpu = () => cpuOf(school);
  const before = await cpu();
  const begun = performance.now();
  const until = begun + 3 * MINUTE_MS;
  // The pages were opened at different moments in the seconds before.
  const open = people.slice(0, pages).map(async (person, index) => {
    await delay((index * 3000) / pages);
    return school.watch(person, until);
  });
  const told: Promise<unknown>[] = [];
  for (const [index, person] of people.entries()) {
    await delay(Math.max(0, begun + (MINUTE_MS * index) / people.length - performance.now()));
    // Every tenth webhook is lost, and every fifth is sent twice.
    told.push(school.pay(person, { webhooks: index % 10 === 0 ? 0 : index % 5 === 1 ? 2 : 1 }));
  }
  await Promise.all(told);
  const waits = await Promise.all(open);
  const seconds = (performance.now() - begun) / 1000;
  const spent = await cpu();
  const share = (part: 'server' | 'database') => Number(((spent[part] - before[part]) / seconds).toFixed(2));
  // A payment with a closed page and a lost webhook is found by the job that runs every minute.
  const codes = people.flatMap(({ paymentCode }) => paymentCode ?? []);
  while ((await statesOf(school, codes)).notApproved > 0 && performance.now() < until) await delay(1000);
  const coresUsed = { server: share('server'), database: share('database') };
  const turnedAway = school.turnedAway();
  return { payments, pages, paidToInsideMs: waitsOf(waits), coresUsed, turnedAway, ...(await statesOf(school, codes)) };
}

/** CPU seconds so far, without the students and the bank, which run in this process. */
const cpuOf = async ({ server }: PaymentSchool) => ({
  server: await cpuOfProcess(server.pid),
  database: await cpuOfDatabase(server.databasePid),
});

async function statesOf({ db }: PaymentSchool, codes: string[]) {
  const rows = await db.selectFrom('payments').select(['status', 'id']).where('payment_code', 'in', codes).execute();
  const ids = rows.map(({ id }) => id);
  const decided = await db
    .selectFrom('payment_decisions')
    .select('payment_id')
    .where('payment_id', 'in', ids)
    .execute();
  const granted = await db.selectFrom('access_grants').select('payment_id').where('payment_id', 'in', ids).execute();
  const cases = await db.selectFrom('charge_cases').select('id').execute();
  const doubled = (list: { payment_id: number | null }[]) =>
    list.length - new Set(list.map((one) => one.payment_id)).size;
  return {
    notApproved: rows.filter(({ status }) => status !== 'approved').length,
    doubledDecisions: doubled(decided),
    doubledGrants: doubled(granted),
    cases: cases.length,
  };
}

const result: Record<string, unknown> = await readResults('payments');
const missed: string[] = [];
const bar = (isMet: boolean, what: string) => void (isMet || missed.push(what));

if (isWished('alone') || isWished('rush')) {
  const school = await openPaymentSchool();
  try {
    if (isWished('alone')) {
      const told = { withWebhookMs: await alone(school, 1), withoutWebhookMs: await alone(school, 0) };
      bar(told.withWebhookMs.longest <= INSIDE_MS, 'paid to inside, with the webhook');
      bar(told.withoutWebhookMs.longest <= INSIDE_MS, 'paid to inside, without a webhook');
      result.alone = { pages: ALONE, ...told };
      console.log('alone', result.alone);
    }
    if (isWished('rush')) {
      const told = await rush(school, { payments: Number(values.payments), pages: Number(values.pages) });
      bar(told.notApproved + told.doubledDecisions + told.doubledGrants + told.cases === 0, 'a wrong or doubled state');
      result.rush = told;
      console.log('rush', told);
    }
  } finally {
    await school.close();
  }
}
if (isWished('statement')) {
  const told = await measureStatement({ lines: Number(values.lines), orders: Number(values.orders) });
  bar(told.tookMs <= STATEMENT_MS, 'the statement');
  result.statement = told;
  console.log('statement', told);
}
await saveAs('payments', result);
console.log(missed.length === 0 ? 'No bar was missed.' : `Missed: ${missed.join('; ')}.`);
if (missed.length > 0) process.exitCode = 1;
