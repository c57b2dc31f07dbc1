import type { Duplex } from 'node:stream';
import { Kysely, type LogEvent, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Log } from '#server/log.ts';
import { preparingPool } from './prepared.ts';
import { gatheringPool } from './reads-together.ts';
import type { DB } from './tables.ts';

// Counts and sums come as 8-byte integers; ours stay far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** Where the database is: an outside server by address, or our own by its socket. */
export type Connection = ({ connectionString: string } | { host: string; user: string; database: string }) & {
  /** Sockets that find their server themselves (primary.ts). */
  stream?: () => Duplex;
};

/** How long to wait for a connection: longer than a busy moment, shorter than a visitor's patience. */
export const CONNECT_MS = 1500;

/** Limits of one statement, one wait for a lock and one idle transaction, in milliseconds. */
export const timeLimits = {
  statement_timeout: 10_000,
  // Without it ten requests that wait for one row would block all others from the database.
  lock_timeout: 3000,
  idle_in_transaction_session_timeout: 15_000,
};
const READ_ONLY = '25006';
/** Behind a pooler: longer than the pooler's limits, so that its errors, which say more, come first. */
const POOLED_STATEMENT_MS = 12_000;

/** The database is known to be down: statements fail at once instead of waiting. */
export class DatabaseAway extends Error {
  readonly code = '08006';
  constructor() {
    super('The database is away.');
  }
}

export type ConnectWays = {
  isUp?: () => boolean;
  isPooled?: boolean;
  /** Called when the server refuses a write: with several servers, it is the wrong one. */
  onReadOnly?: (() => void) | undefined;
  /** Called for every statement that has ended, when set. */
  onQuery?: ((query: { text: string; milliseconds: number; hasFailed: boolean }) => void) | undefined;
};

/**
 * `isUp` comes from the bus, for a replica from its watch: while it is false, statements fail at once instead of
 * waiting. `isPooled`: connections go through a pooler that gives each transaction another server connection. A
 * prepared statement would be looked up on the wrong one, and a pooler refuses limits set at connect (it has them in
 * its own file, see pooler.ts).
 */
export function connect(
  connection: Connection,
  log: Pick<Log, 'warn'>,
  size = 10,
  { isUp = () => true, isPooled = false, onReadOnly, onQuery }: ConnectWays = {},
) {
  const pool = new pg.Pool({
    ...connection,
    max: size,
    connectionTimeoutMillis: CONNECT_MS,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: 'alvorada',
    ...(isPooled ? { query_timeout: POOLED_STATEMENT_MS } : timeLimits),
  });
  // A server that goes away breaks idle clients; without a listener that would end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'a database connection was lost'));
  const clients = new Set<pg.PoolClient>();
  pool.on('connect', (client) => {
    clients.add(client);
    // The pool listens only while a client is idle. One that breaks between two statements of a transaction has
    // no listener: the next statement fails, and that is enough.
    client.on('error', () => undefined);
    if (onReadOnly) {
      connectionOf(client).on('errorMessage', (fault: { code?: string }) => {
        if (fault.code === READ_ONLY) onReadOnly();
      });
    }
  });
  pool.on('remove', (client) => clients.delete(client));

  const waits: ((seconds: number) => void)[] = [];
  const guard = <Client>(source: { connect(): Promise<Client> }) => ({
    connect: async () => {
      if (!isUp()) throw new DatabaseAway();
      if (waits.length === 0) return source.connect();
      const began = performance.now();
      const client = await source.connect();
      for (const tell of waits) tell((performance.now() - began) / 1000);
      return client;
    },
    end: () => pool.end(),
  });
  /** Destroys every socket, so that statements waiting for a dead server fail. */
  const cut = () => {
    for (const client of clients) connectionOf(client).stream.destroy();
  };
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: isPooled ? guard(pool) : gatheringPool(guard(preparingPool(pool))) }),
    ...(onQuery ? { log: noteQueries(onQuery) } : {}),
  });
  /** Reports every wait for a connection, for the metrics. */
  const onWait = (tell: (seconds: number) => void) => void waits.push(tell);
  return { db, pool, cut, onWait };
}

const connectionOf = (client: pg.PoolClient) => (client as pg.PoolClient & { connection: pg.Connection }).connection;

const noteQueries =
  (tell: NonNullable<ConnectWays['onQuery']>) =>
  ({ level, query, queryDurationMillis }: LogEvent): void =>
    tell({ text: query.sql, milliseconds: queryDurationMillis, hasFailed: level === 'error' });
