import { test as base, expect } from '@playwright/test';
import { connect, type Db } from '../server/db/connect.ts';
import { createPasswords } from '../server/features/accounts/passwords.ts';
import { createPerson, type Person } from '../server/testing/factories.ts';
import { keptMails, type SentMail } from '../server/testing/mails.ts';
import { watchForFaults } from './faults.ts';
import { type RunningServer, startServer } from './server.ts';

export { expectAccessible } from './accessible.ts';
export { firstAdmin } from './server.ts';
export type { Person };
export { expect };

/** The width of a phone; `test.use(phone)`. */
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

type Wishes = NonNullable<Parameters<typeof createPerson>[1]> & {
  /** Only for tests that log in by the form: a hash costs CPU. */
  password?: string;
};

type WorkerFixtures = {
  server: RunningServer;
  /** The server's own database. */
  db: Db;
};

type TestFixtures = {
  /**
   * Faults that this test provokes on purpose: patterns for lines of the console, page errors and the server's errors.
   * `test.use({ expectedFaults: [/net::ERR_INTERNET_DISCONNECTED/] })`
   */
  expectedFaults: RegExp[];
  createPerson(wishes?: Wishes): Promise<Person>;
  /** Gives the browser the person's session, without the login form. */
  signIn(person: Person): Promise<void>;
  /** Waits for the newest e-mail to an address. */
  mailTo(address: string): Promise<SentMail>;
};

export const test = base.extend<TestFixtures, WorkerFixtures>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern.
    async ({}, use, worker) => {
      const server = await startServer(`e2e-${worker.workerIndex}`);
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],

  db: [
    async ({ server }, use) => {
      const { db } = connect(server.connection, { warn: console.warn }, 2);
      await use(db);
      await db.destroy();
    },
    { scope: 'worker' },
  ],

  expectedFaults: [[], { option: true }],

  baseURL: ({ server }, use) => use(server.url),

  context: async ({ context, server, expectedFaults }, use) => {
    const faults = watchForFaults(context, server);
    await use(context);
    const unexpected = faults().filter((fault) => !expectedFaults.some((pattern) => pattern.test(fault)));
    expect(unexpected, 'errors in the console, the page or the server').toEqual([]);
  },

  createPerson: ({ db }, use) =>
    use(async ({ password, ...wishes } = {}) => {
      const passwordHash = password ? await (await createPasswords()).hash(password) : undefined;
      return createPerson(db, { now: new Date(), ...wishes, ...(passwordHash ? { passwordHash } : {}) });
    }),

  signIn: ({ context, server }, use) =>
    use(async (person) => {
      const [name = '', value = ''] = person.cookie.split('=');
      await context.addCookies([{ name, value, url: server.url, httpOnly: true, sameSite: 'Lax' }]);
    }),

  mailTo: ({ server }, use) =>
    use(async (address) => {
      const newest = async () => (await keptMails(server.dataDir)).filter(({ to }) => to === address).at(-1);
      await expect.poll(newest, { message: `an e-mail to ${address}`, timeout: 15_000 }).toBeDefined();
      return (await newest()) as SentMail;
    }),
});
