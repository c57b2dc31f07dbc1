import { createHash } from 'node:crypto';
import { CompiledQuery, type PostgresPool, type PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import type { Db, Tx } from './connect.ts';

const MARK = '/* prepared */ ';
const names = new Map<string, string>();

/** A stable name for a text: every connection prepares it once and plans it no more. */
function nameOf(text: string): string {
  const known = names.get(text);
  if (known) return known;
  const name = `alvorada_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
  names.set(text, name);
  return name;
}

/**
 * A hot statement written as plain SQL with $1, $2 …: neither composed nor planned again with each call. Planning a
 * statement of several parts costs more than running it.
 */
export function prepared<Row>(text: string) {
  const marked = MARK + text;
  return async (db: Db | Tx, parameters: readonly unknown[]): Promise<Row[]> => {
    const { rows } = await db.executeQuery(CompiledQuery.raw(marked, [...parameters]) as CompiledQuery<Row>);
    return rows;
  };
}

/** The pool as Kysely sees it, which sends marked statements by name. */
export function preparingPool(pool: pg.Pool): PostgresPool {
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    async connect() {
      const client = await pool.connect();
      const known = wrapped.get(client) ?? preparing(client);
      wrapped.set(client, known);
      return known;
    },
    end: () => pool.end(),
  };
}

function preparing(client: pg.PoolClient): PostgresPoolClient {
  const query = (text: unknown, values?: unknown[]) =>
    typeof text === 'string' && text.startsWith(MARK)
      ? client.query({ name: nameOf(text), text, ...(values ? { values } : {}) })
      : client.query(text as string, values);
  return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release() };
}
