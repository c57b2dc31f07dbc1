import { execFile } from 'node:child_process';
import pg from 'pg';
import { type Connection, connect } from '#server/db/connect.ts';
import { startPlainPostgres as plainPostgres } from '#server/parts/testing/plain-postgres.ts';
import { startPooler as pooler } from '#server/parts/testing/pooler.ts';
import { startCaddy as caddy, startNginx as nginx } from '#server/parts/testing/proxies.ts';
import { startOutsidePostgres as outsidePostgres } from '#server/testing/outside-postgres.ts';
import { startS3 as s3 } from '#server/testing/s3.ts';
import { startSmtp as smtp } from '#server/testing/smtp.ts';
import { startWriters as writers } from '#server/testing/writers.ts';
import { within } from './wait.ts';

/* Everything that a drill starts or asks. Each wait for one of them ends with a line that says what it waited for. */

/** The start and the end of a part on a busy machine. */
const PART_MS = 300_000;
const CONNECT_MS = 30_000;
const QUERY_MS = 120_000;
/** Programs that end by themselves within moments. */
export const COMMAND_MS = 60_000;

/** The same object. Every call of it that hands out a promise is bounded. */
export function bounded<T extends object>(what: string, part: T, patienceMs = PART_MS): T {
  return new Proxy(part, {
    get(target, name) {
      const found: unknown = Reflect.get(target, name, target);
      if (typeof found !== 'function') return found;
      return (...given: unknown[]) => {
        const result: unknown = Reflect.apply(found, target, given);
        return result instanceof Promise ? within(`${String(name)} of ${what}`, patienceMs, result) : result;
      };
    },
  });
}

const started = async <T extends object>(what: string, start: Promise<T>): Promise<T> =>
  bounded(what, await within(`the start of ${what}`, PART_MS, start));

export const startOutsidePostgres = (directory: string) => started('PostgreSQL', outsidePostgres(directory));
export const startPlainPostgres = () => started('a plain PostgreSQL', plainPostgres());
export const startPooler = (...given: Parameters<typeof pooler>) => started('PgBouncer', pooler(...given));
export const startCaddy = (...given: Parameters<typeof caddy>) => started('Caddy', caddy(...given));
export const startNginx = (...given: Parameters<typeof nginx>) => started('nginx', nginx(...given));
export const startS3 = () => started('the bucket', s3());
export const startSmtp = () => started('the mail server', smtp());
export const startWriters = (given: Parameters<typeof writers>[0]) => bounded('the writers', writers(given));

/** A connection, each of whose statements is bounded. One that breaks rejects its statement and ends nothing else. */
export async function openClient(config: pg.ClientConfig, patienceMs = QUERY_MS): Promise<pg.Client> {
  const client = new pg.Client({ connectionTimeoutMillis: CONNECT_MS, ...config });
  client.on('error', () => undefined);
  await within('a connection to PostgreSQL', CONNECT_MS, client.connect());
  return bounded('a connection to PostgreSQL', client, patienceMs);
}

/** One statement on a new connection. */
export async function ask<Row extends pg.QueryResultRow>(
  config: pg.ClientConfig,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = await openClient(config);
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** A pool whose statements are bounded, for the helpers that make people and exams. */
export function openDb(connection: Connection, size = 1) {
  const limited = { ...connection, query_timeout: QUERY_MS };
  const { db } = connect(limited, { warn: () => undefined }, size);
  return { db, close: () => within('the end of a pool', PART_MS, db.destroy()) };
}

/** What a program printed. One that takes too long is killed. */
export function run(
  program: string,
  args: readonly string[],
  { patienceMs = COMMAND_MS, ...options }: { patienceMs?: number; cwd?: string } = {},
): Promise<string> {
  const name = [program, ...args].join(' ');
  return new Promise((resolve, reject) => {
    const limits = { timeout: patienceMs, killSignal: 'SIGKILL', maxBuffer: 32 * 1024 * 1024 } as const;
    execFile(program, args, { ...options, ...limits }, (error, stdout, stderr) => {
      if (!error) resolve(stdout);
      else if (error.killed) reject(new Error(`the end of ${name}: not within ${patienceMs / 1000} s.`));
      else reject(new Error(`${name}: ${stderr.trim() || error.message}`));
    });
  });
}
