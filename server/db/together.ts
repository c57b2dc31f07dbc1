import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  type PostgresPool,
  type PostgresPoolClient,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import type { Db } from './connect.ts';
import type { PreparingClient } from './prepared.ts';
import type { DB } from './tables.ts';

const pools = new WeakMap<Db, PostgresPool>();

export const knowPool = (db: Db, pool: PostgresPool): unknown => pools.set(db, pool);

/**
 * Reads that a request starts at the same time travel together: one connection, one write, one process of PostgreSQL
 * that wakes up once. On a small machine the waking costs more than the reading. Only for reads: each statement sees
 * what is committed when its turn comes, as on connections of their own.
 */
export async function together<T>(db: Db, read: (reader: Db) => Promise<T>): Promise<T> {
  const pool = pools.get(db);
  if (!pool) return read(db);
  const client = await pool.connect();
  const { reader, settled } = readerOf(client);
  const { inner } = client as PreparingClient;
  inner.pipeline = true;
  // Released after everything that runs now has been said: all of it is in one write.
  inner.connection.stream.cork();
  process.nextTick(() => inner.connection.stream.uncork());
  try {
    return await read(reader);
  } finally {
    // A read that failed does not wait for the others; the next user of the connection does.
    await settled();
    inner.pipeline = false;
    client.release();
  }
}

type Reader = { reader: Db; settled: () => Promise<void> };
const readers = new WeakMap<PostgresPoolClient, Reader>();

function readerOf(client: PostgresPoolClient): Reader {
  const known = readers.get(client);
  if (known) return known;
  const pending = new Set<Promise<unknown>>();
  const driver = readingDriver(client, pending);
  const reader = new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  const settled = async () => {
    await Promise.allSettled(pending);
  };
  const made = { reader, settled };
  readers.set(client, made);
  return made;
}

function readingDriver(client: PostgresPoolClient, pending: Set<Promise<unknown>>): Driver {
  const connection: DatabaseConnection = {
    async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
      const answer = client.query<R>(sql, parameters);
      pending.add(answer);
      try {
        return { rows: (await answer).rows };
      } finally {
        pending.delete(answer);
      }
    },
    streamQuery() {
      throw new Error('Reads that travel together are not streamed.');
    },
  };
  const refuse = async () => {
    throw new Error('Reads that travel together are no transaction.');
  };
  return {
    init: async () => undefined,
    destroy: async () => undefined,
    acquireConnection: async () => connection,
    releaseConnection: async () => undefined,
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
  };
}
