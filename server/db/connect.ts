import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import type { Log } from '../deps.ts';
import { preparingPool } from './prepared.ts';
import type { DB } from './tables.ts';

// Counts and sums come as 8-byte integers; ours stay far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** Where the database is: an outside server by address, or our own by its socket. */
export type Connection = { connectionString: string } | { host: string; user: string; database: string };

/** A handle to run queries on: the database, or a transaction of it. */
export type Db = Kysely<DB>;
export type Tx = Transaction<DB>;

export function connect(connection: Connection, log: Pick<Log, 'warn'>, size = 10): { db: Db; pool: pg.Pool } {
  const pool = new pg.Pool({
    ...connection,
    max: size,
    connectionTimeoutMillis: 2000,
    idleTimeoutMillis: 30_000,
    application_name: 'alvorada',
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 30_000,
  });
  // A server that goes away breaks idle clients; without a listener that would end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'a database connection was lost'));
  return { db: new Kysely<DB>({ dialect: new PostgresDialect({ pool: preparingPool(pool) }) }), pool };
}
