import { test as base, expect } from '@playwright/test';
import { connect } from '#server/db/connect.ts';
import type { Db } from '#server/db/handle.ts';
import { createPasswords } from '#server/passwords/passwords.ts';
import { waitForCaches } from '#server/testing/cache-invalidation.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { type SentMail, writtenMails } from '#server/testing/mails.ts';
import { startSmtp, type TestSmtp } from '#server/testing/smtp.ts';
import { watchForFaults } from './faults.ts';
import { type RunningServer, startHost, startServer } from './server.ts';

export { expectAccessible } from './accessible.ts';
export { firstAdmin } from './server.ts';
export type { Person };
export { expect };

/** The width of a phone; `test.use(phone)`. */
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/**
 * Journeys run with reduced motion, as playwright.config.ts says; these files see the product move, so that a dialog or
 * a message whose movement never ends is noticed. `test.use(moving)`.
 */
export const moving = { reducedMotion: 'no-preference' } as const;

type Wishes = NonNullable<Parameters<typeof createPerson>[1]> & {
  /** Only for tests that log in by the form: a hash costs CPU. */
  password?: string;
};

type World = { file: string; server: RunningServer; db: Db };

type WorkerFixtures = {
  /** The server of a spec file. Each file begins with an empty school, so the order of the files means nothing. */
  worldOf(file: string): Promise<World>;
  /** `test.use({ sampleContent: true })` for a file: a school that is full, not an empty one. */
  sampleContent: boolean;
  /** `localhost` for what browsers do only under a name. */
  serverHost: '127.0.0.1' | 'localhost';
  /** `test.use({ hasMailServer: true })` for a file: letters go to `smtp` and not into a folder. */
  hasMailServer: boolean;
  smtp: TestSmtp | null;
};

type TestFixtures = {
  server: RunningServer;
  /** The server's own database. */
  db: Db;
  /**
   * Faults that this test provokes on purpose: patterns for lines of the console, page errors and the server's errors.
   * `test.use({ expectedFaults: [/net::ERR_INTERNET_DISCONNECTED/] })`
   */
  expectedFaults: RegExp[];
  createPerson(wishes?: Wishes): Promise<Person>;
  /** Gives the browser the person's session, without the login form. */
  signIn(person: Person): Promise<void>;
  /** Waits for the newest e-mail to an address. */
  mailTo(address: string, subject?: string): Promise<SentMail>;
};

export const test = base.extend<TestFixtures, WorkerFixtures>({
  sampleContent: [false, { option: true, scope: 'worker' }],
  serverHost: ['127.0.0.1', { option: true, scope: 'worker' }],

  hasMailServer: [false, { option: true, scope: 'worker' }],

  smtp: [
    async ({ hasMailServer }, use) => {
      const smtp = hasMailServer ? await startSmtp() : null;
      await use(smtp);
      await smtp?.stop();
    },
    { scope: 'worker' },
  ],

  worldOf: [
    async ({ sampleContent, serverHost, smtp }, use, worker) => {
      const host = startHost();
      let world: World | null = null;
      let count = 0;
      const close = async () => {
        await world?.db.destroy();
        await world?.server.stop();
        world = null;
      };
      await use(async (file) => {
        if (world?.file === file) return world;
        await close();
        count += 1;
        const server = await startServer(host, `e2e-${worker.workerIndex}-${count}`, {
          sampleContent,
          hostname: serverHost,
          smtpUrl: smtp ? `smtp://127.0.0.1:${smtp.port}` : undefined,
        });
        const { db } = connect(server.connection, { warn: console.warn }, 2);
        waitForCaches(db, server.hear);
        world = { file, server, db };
        return world;
      });
      await close();
      await host.end();
    },
    { scope: 'worker', timeout: 60_000 },
  ],

  server: [
    async ({ worldOf }, use, { file }) => use((await worldOf(file)).server),
    // The start of a server is not part of the first test's time.
    { timeout: 60_000 },
  ],

  db: async ({ worldOf, server: _started }, use, { file }) => use((await worldOf(file)).db),

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
    use(async (address, wanted) => {
      // Registrations send two letters at once; the one about the address itself is not what a journey waits for.
      const isMeant = ({ to, subject }: SentMail) =>
        to === address && (wanted === undefined ? subject !== 'Confirme seu e-mail' : subject === wanted);
      const newest = async () => (await writtenMails(server.dataDir)).filter(isMeant).at(-1);
      await expect.poll(newest, { message: `an e-mail to ${address}`, timeout: 15_000 }).toBeDefined();
      return (await newest()) as SentMail;
    }),
});
