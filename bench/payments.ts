/**
 * A thousand payments confirmed within a minute while five hundred payment pages are open, and a statement of ten
 * thousand lines against five thousand open orders, against a server, a database and a bank of its own:
 *   npm run bench -- payments [--payments 1000] [--pages 500] [--lines 10000] [--orders 5000]
 * Reports how long it takes from the payment to 'approved' on its page, wrong or doubled states, and how long the
 * statement takes and another call waits meanwhile.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { connect } from '../server/db/connect.ts';
import { createPerson, type Person } from '../server/testing/factories.ts';
import { BANK_CLIENT, startPixBank } from '../server/testing/pix-bank.ts';
import { percentile } from './http-client.ts';
import { saveAs } from './report.ts';
import { startBenchServer } from './server.ts';

const SECRET = 'um-segredo-longo-do-webhook';
const AMOUNT = 29_700;
const POLL_MS = 3000;
const MINUTE_MS = 60_000;

const { values } = parseArgs({
  options: {
    payments: { type: 'string', default: '1000' },
    pages: { type: 'string', default: '500' },
    lines: { type: 'string', default: '10000' },
    orders: { type: 'string', default: '5000' },
  },
});
const wished = { payments: Number(values.payments), pages: Number(values.pages), lines: Number(values.lines) };

const bank = await startPixBank();
const certificate = join(process.cwd(), '.cache', `bench-bank-${process.pid}.pem`);
const authority = join(process.cwd(), '.cache', `bench-ca-${process.pid}.pem`);
writeFileSync(certificate, bank.authority.issue('escola').pem);
writeFileSync(authority, bank.ca);
const server = await startBenchServer(
  {},
  {
    PUBLIC_URL: 'https://escola.example',
    PIX_PROVIDER: 'api-pix',
    PIX_API_URL: bank.url,
    PIX_API_TOKEN_URL: `${bank.url}/oauth/token`,
    PIX_API_CLIENT_ID: BANK_CLIENT.id,
    PIX_API_CLIENT_SECRET: BANK_CLIENT.secret,
    PIX_API_CERTIFICATE: certificate,
    PIX_API_CA: authority,
    PIX_WEBHOOK_SECRET: SECRET,
  },
);
const { db } = connect(server.connection, { warn: console.warn }, 4);
const post = (path: string, body: unknown, cookie = '') =>
  fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(cookie ? { cookie } : {}) },
    body: JSON.stringify(body),
  });
const txidOf = ({ paymentCode }: Person) => `${paymentCode}0000000001`;

/** A page that somebody watches, as the screen does; how long after the payment it said approved. */
async function watch(person: Person, paidAt: Map<Person, number>, isOver: () => boolean): Promise<number | null> {
  while (!isOver()) {
    const answer = await fetch(`${server.url}/api/payments/charge?code=${person.paymentCode}`);
    const { status } = (await answer.json()) as { status: string };
    const paid = paidAt.get(person);
    if (status === 'approved' && paid !== undefined) return performance.now() - paid;
    await delay(POLL_MS);
  }
  return null;
}

async function rush() {
  const people: Person[] = [];
  for (let i = 0; i < wished.payments; i += 1)
    people.push(await createPerson(db, { status: 'pending', payment: 'pending' }));
  for (const { paymentCode } of people) await post('/api/payments/charge', { paymentCode });
  const paidAt = new Map<Person, number>();
  const begun = performance.now();
  const isOver = () => performance.now() - begun > 3 * MINUTE_MS;
  const pages = people.slice(0, wished.pages).map((person) => watch(person, paidAt, isOver));
  const told: Promise<unknown>[] = [];
  for (const [index, person] of people.entries()) {
    await delay(Math.max(0, begun + (MINUTE_MS * index) / people.length - performance.now()));
    const news = bank.pay(txidOf(person), AMOUNT);
    paidAt.set(person, performance.now());
    // Every tenth is lost and every fifth comes twice.
    if (index % 10 === 0) continue;
    for (let again = index % 5 === 1 ? 2 : 1; again > 0; again -= 1)
      told.push(post(`/api/webhooks/api-pix/${SECRET}/pix`, news));
  }
  await Promise.all(told);
  const waits = (await Promise.all(pages)).map((wait) => wait ?? Number.POSITIVE_INFINITY).toSorted((a, b) => a - b);
  const wrong = async () => {
    const rows = await db.selectFrom('payments').select(['status', 'id']).execute();
    const decisions = await db.selectFrom('payment_decisions').select('payment_id').execute();
    return {
      notApproved: rows.filter(({ status }) => status !== 'approved').length,
      doubled: decisions.length - new Set(decisions.map(({ payment_id }) => payment_id)).size,
    };
  };
  while ((await wrong()).notApproved > 0 && !isOver()) await delay(1000);
  return {
    payments: wished.payments,
    pages: wished.pages,
    paidToInsideMs: { median: percentile(waits, 50), p95: percentile(waits, 95), longest: waits.at(-1) ?? 0 },
    ...(await wrong()),
  };
}

async function statement() {
  const admin = await createPerson(db, { role: 'admin' });
  const orders: Person[] = [];
  for (let i = 0; i < Number(values.orders); i += 1)
    orders.push(await createPerson(db, { status: 'pending', payment: 'analyzing' }));
  const lines = Array.from({ length: wished.lines }, (_, i) => {
    const order = orders[i];
    const memo = order ? `PIX RECEBIDO ${order.paymentCode}` : `PIX RECEBIDO DE FULANO ${i}`;
    return `<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261115<TRNAMT>${order ? '297.00' : `${(i % 900) + 1}.00`}<FITID>${1_000_000 + i}<MEMO>${memo}</STMTTRN>`;
  });
  const ofx = `OFXHEADER:100\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><BANKACCTFROM><ACCTID>1</BANKACCTFROM><BANKTRANLIST>\n${lines.join('\n')}\n</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;
  const form = new FormData();
  form.append('file', new Blob([ofx]), 'extrato.ofx');
  const begun = performance.now();
  const sent = fetch(`${server.url}/api/admin/statements`, {
    method: 'POST',
    headers: { cookie: admin.cookie },
    body: form,
  });
  // What others wait meanwhile tells whether the event loop is held.
  const others: number[] = [];
  let isDone = false;
  void sent.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    const asked = performance.now();
    await fetch(`${server.url}/healthz`);
    others.push(performance.now() - asked);
    await delay(20);
  }
  const answer = (await (await sent).json()) as { entries: number; matched: number };
  const ms = performance.now() - begun;
  const waits = others.toSorted((a, b) => a - b);
  return {
    ms,
    entries: answer.entries,
    matched: answer.matched,
    othersMs: { p95: percentile(waits, 95), longest: waits.at(-1) ?? 0 },
  };
}

try {
  const result = { rush: await rush(), statement: await statement() };
  console.log(JSON.stringify(result, null, 2));
  await saveAs('payments-rush', result);
} finally {
  await db.destroy();
  await server.stop();
  await bank.close();
}
