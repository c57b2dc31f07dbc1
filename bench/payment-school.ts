import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { connect } from '#server/db/connect.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { BANK_CLIENT, startPixBank } from '#server/testing/pix-bank.ts';
import { startBenchServer } from './server.ts';

const SECRET = 'um-segredo-longo-do-webhook';
/** The polling interval of the payment screen while a charge is open. */
const POLL_MS = 3000;
const AT_ONCE = 8;

/** Runs work for each element, a few at a time. Results keep the order of the list. */
export async function forEach<T, R>(list: readonly T[], work: (one: T, index: number) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  const left = list.entries();
  const take = async () => {
    for (const [index, one] of left) done[index] = await work(one, index);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, take));
  return done;
}

const FIRST = ['Ana', 'Bruno', 'Carla', 'Diego', 'Elisa', 'Fábio', 'Gisele', 'Heitor', 'Isabel', 'João', 'Karina'];
const MIDDLE = ['Almeida', 'Barbosa', 'Cardoso', 'Dias', 'Esteves', 'Farias', 'Gomes', 'Henriques', 'Lima', 'Moraes'];
const LAST = ['Nogueira', 'Oliveira', 'Pereira', 'Queiroz', 'Ramos', 'Silva', 'Teixeira', 'Uchoa', 'Vieira'];
const at = (list: readonly string[], index: number) => list[index % list.length] ?? '';

/** Includes some namesakes, as in every school. */
const nameOf = (index: number) => ({
  firstName: at(FIRST, index),
  lastName: `${at(MIDDLE, Math.trunc(index / FIRST.length))} ${at(LAST, Math.trunc(index / 110))}`,
});

const hasty = ({ connectionString }: { connectionString: string }) => {
  const url = new URL(connectionString);
  url.searchParams.set('options', '-c synchronous_commit=off');
  return { connectionString: url.href };
};

/** Creates students with pending orders. Without synchronous commits: this data need not survive a crash. */
export async function makeStudents(connection: { connectionString: string }, count: number, now: Date) {
  const { db } = connect(hasty(connection), { warn: console.warn }, AT_ONCE);
  try {
    return await forEach(Array.from({ length: count }), (_, index) =>
      createPerson(db, { status: 'pending', payment: 'pending', now, ...nameOf(index) }),
    );
  } finally {
    await db.destroy();
  }
}

export type PaymentSchool = Awaited<ReturnType<typeof openPaymentSchool>>;

/** Starts the product in a separate process, and a bank that confirms payments (with mutual TLS) in this one. */
export async function openPaymentSchool() {
  const bank = await startPixBank();
  const files = { certificate: bank.authority.issue('escola').pem, authority: bank.ca };
  const pathOf = (name: keyof typeof files) => join(process.cwd(), '.cache', `bench-${name}-${process.pid}.pem`);
  const names = ['certificate', 'authority'] as const;
  for (const name of names) await writeFile(pathOf(name), files[name]);
  const server = await startBenchServer(
    {},
    {
      PIX_PROVIDER: 'api-pix',
      PIX_API_URL: bank.url,
      PIX_API_TOKEN_URL: `${bank.url}/oauth/token`,
      PIX_API_CLIENT_ID: BANK_CLIENT.id,
      PIX_API_CLIENT_SECRET: BANK_CLIENT.secret,
      PIX_API_CERTIFICATE: pathOf('certificate'),
      PIX_API_CA: pathOf('authority'),
      PIX_WEBHOOK_SECRET: SECRET,
    },
  );
  const { db } = connect(server.connection, { warn: console.warn }, 2);
  const post = (path: string, body: unknown) =>
    fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  /** Retries when a busy server asks for it, like a browser. */
  const enter = async (person: Person): Promise<void> => {
    const inside = await fetch(`${server.url}/api/dashboard/student`, { headers: { cookie: person.cookie } });
    if (inside.ok) return;
    if (inside.status !== 503) throw new Error(`Approved, and the door answered ${inside.status}.`);
    await delay(1000);
    await enter(person);
  };
  const paid = new Map<Person, number>();
  let turnedAway = 0;
  return {
    server,
    db,
    bank,
    /** How many webhooks the busy server refused. */
    turnedAway: () => turnedAway,
    /** Creates students who have opened the payment page, so that the bank knows their charges. */
    async withCharges(count: number): Promise<Person[]> {
      const people = await makeStudents(server.connection, count, new Date());
      await forEach(people, async ({ paymentCode }) => {
        const answer = await post('/api/payments/charge', { paymentCode });
        const { charge } = (await answer.json()) as { charge: unknown };
        if (!charge) throw new Error('The bank made no charge.');
      });
      return people;
    },
    /** Pays the charge at the bank, then sends the webhook `webhooks` times. */
    async pay(person: Person, { webhooks }: { webhooks: number }): Promise<void> {
      const news = bank.pay(`${person.paymentCode}0000000001`, 29_700);
      paid.set(person, performance.now());
      for (let told = 0; told < webhooks; told += 1) {
        const answer = await post(`/api/webhooks/api-pix/${SECRET}/pix`, news);
        // A busy server may answer 503; a payment whose webhook it missed is found by its own sync.
        if (answer.status === 503) turnedAway += 1;
        else if (!answer.ok) throw new Error(`A webhook was answered ${answer.status}.`);
      }
    },
    /**
     * Polls like the payment screen. Returns the milliseconds from the payment until the student is inside, or null.
     */
    async watch(person: Person, until: number): Promise<number | null> {
      while (performance.now() < until) {
        const answer = await fetch(`${server.url}/api/payments/charge?code=${person.paymentCode}`);
        const { status } = (await answer.json()) as { status?: string };
        const at = paid.get(person);
        if (status === 'approved' && at !== undefined) {
          await enter(person);
          return performance.now() - at;
        }
        await delay(POLL_MS);
      }
      return null;
    },
    async close(): Promise<void> {
      await db.destroy();
      await server.stop();
      await bank.close();
      for (const name of names) await rm(pathOf(name), { force: true });
    },
  };
}
