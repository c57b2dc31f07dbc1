import type { FastifyInstance } from 'fastify';
import { DAY_MS } from '#contract/time.ts';
import { buildApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import { PLAIN_NAMES_DAYS } from '#server/http/cookies.ts';
import { createLog } from '#server/http/logging.ts';
import { createMail } from '#server/mail/mail.ts';
import { createApiPix } from '#server/pix/provider/api-pix.ts';
import { openDeps } from '#server/start.ts';
import { BANK_CLIENT, type startPixBank } from '#server/testing/pix-bank.ts';
import type { SimulatedBus, SimulatedWire } from './bus.ts';
import { type SimulatedJobs, simulatedJobs } from './jobs.ts';
import { type OutsideWorld, PUSH_SERVICE } from './outside-world.ts';
import type { VirtualClock } from './school-clock.ts';
import { processName } from './statements.ts';

export const WEBHOOK_SECRET = 'um-segredo-longo-do-webhook';

export type Bank = Awaited<ReturnType<typeof startPixBank>>;

type Surroundings = {
  /** 0 or 1. */
  at: number;
  connection: { connectionString: string };
  dataDir: string;
  clock: VirtualClock;
  bank: Bank;
  world: OutsideWorld;
  wire: SimulatedWire;
  /** A job failed, or a call answered with an error that the contract does not list. */
  onFault: (what: string, error: unknown) => void;
};

/** One running server of the product: its real app on the given database, with the simulator's clock and queue. */
export type SimulatedProcess = {
  app: FastifyInstance;
  deps: Deps;
  queue: SimulatedJobs;
  bus: SimulatedBus;
  close(): Promise<void>;
};

/** Not argon2: its random salt cannot be seeded, and it costs 30 ms a login. */
const fastPasswords: Deps['passwords'] = {
  hash: async (password) => `plain:${password}`,
  matches: async (password, stored) => stored === `plain:${password}`,
};

export async function openProcess({ at, connection, dataDir, clock, bank, world, wire, onFault }: Surroundings) {
  const config = readConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: 'error',
    DATA_DIR: dataDir,
    RATE_LIMIT: 'off',
    PUBLIC_URL: 'https://escola.example',
    PIX_PROVIDER: 'api-pix',
    PIX_API_URL: bank.url,
    PIX_API_TOKEN_URL: `${bank.url}/oauth/token`,
    PIX_API_CLIENT_ID: BANK_CLIENT.id,
    PIX_API_CLIENT_SECRET: BANK_CLIENT.secret,
    PIX_WEBHOOK_SECRET: WEBHOOK_SECRET,
    SMTP_URL: 'smtp://mail.example:25',
    MAIL_FROM: 'Escola <nao-responda@escola.example>',
    PUSH_SERVICES: PUSH_SERVICE,
  });
  const log = createLog(config, { write: () => undefined });
  const bus = wire.openBus();
  const named = { ...connection, fallback_application_name: processName(at) };
  const opened = await openDeps(config, named, log, clock, async () => bus.bus);
  const queue = simulatedJobs(clock, world, (name, error) => onFault(`job ${name}`, error));
  const { db, school } = opened.deps;
  const files = world.failing(opened.deps.files);
  const deps: Deps = Object.assign(opened.deps, {
    jobs: queue.jobs,
    mail: createMail({ config, school, jobs: queue.jobs, db, clock, files, log, given: world.transport }),
    files,
    outside: world.outside,
    passwords: fastPasswords,
    plainCookiesUntil: new Date(clock.now().getTime() + PLAIN_NAMES_DAYS * DAY_MS),
    pixProvider: createApiPix({
      url: bank.url,
      tokenUrl: `${bank.url}/oauth/token`,
      clientId: BANK_CLIENT.id,
      clientSecret: BANK_CLIENT.secret,
      certificate: bank.authority.issue('escola').pem,
      passphrase: undefined,
      ca: bank.ca,
      key: () => opened.deps.school.now.pix.key,
    }),
  });
  const app = await buildApp(deps, {
    tellUnlisted: (fault) => onFault('an error that the contract does not list', fault),
  });
  await queue.openOn(db);
  await app.ready();
  const close = async () => {
    await app.close();
    await opened.close();
  };
  return { app, deps, queue, bus, close } satisfies SimulatedProcess;
}
