import { createHash } from 'node:crypto';
import { CompiledQuery, type PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import type { Db, Tx } from './handle.ts';
import type { PipelinedClient } from './reads-together.ts';
import { isStalePlan } from './violations.ts';

const MARK = '/* prepared */ ';
const names = new Map<string, string>();

/** After this many uses a statement counts as frequent. */
const OFTEN = 5;
/**
 * Every name is a plan in every connection. Lists of different lengths make different texts, so the number is limited.
 */
const MOST_NAMES = 400;
const MOST_COUNTED = 2000;
const LONGEST = 60_000;
const uses = new Map<string, number>();

/** Whether the text is frequent enough for a stored plan. Planning a join costs more than running it. */
function isFrequent(text: string): boolean {
  if (names.has(text)) return true;
  if (names.size >= MOST_NAMES || text.length > LONGEST) return false;
  const count = (uses.get(text) ?? 0) + 1;
  if (count >= OFTEN) {
    uses.delete(text);
    return true;
  }
  if (count > 1 || uses.size < MOST_COUNTED) uses.set(text, count);
  return false;
}

/** A stable name for a text: every connection prepares and plans it once. */
function nameOf(text: string): string {
  const known = names.get(text);
  if (known) return known;
  const name = `alvorada_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
  names.set(text, name);
  return name;
}

/**
 * A hot statement as plain SQL with $1, $2 …: neither composed nor planned again at each call. Planning a statement of
 * several parts costs more than running it.
 */
export function prepared<Row>(text: string) {
  const marked = MARK + text;
  return async (db: Db | Tx, parameters: readonly unknown[]): Promise<Row[]> => {
    const { rows } = await db.executeQuery(CompiledQuery.raw(marked, [...parameters]) as CompiledQuery<Row>);
    return rows;
  };
}

/** The pool for Kysely, which sends statements by name: marked ones always, others once they are frequent. */
export function preparingPool(pool: pg.Pool) {
  const wrapped = new WeakMap<pg.PoolClient, PipelinedClient>();
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

/** Planning a read of this many characters takes longer than running it. */
const LONG_TO_PLAN = 3000;
const isLongRead = (text: unknown): boolean => typeof text === 'string' && text.length > LONG_TO_PLAN;

/** PostgreSQL's own choice, or one plan for all values at once. */
type PlanMode = 'auto' | 'force_generic_plan';

/** `pipeline` is pg's mode of sending a statement before the previous one is answered; its types lack it. */
type PoolClient = pg.PoolClient & { pipeline: boolean; connection: pg.Connection };

function preparing(given: pg.PoolClient): PipelinedClient {
  const client = given as PoolClient;
  let isStale = false;
  const byName = (text: string, values: unknown[]) =>
    client.query({ name: nameOf(text), text, values }).catch((error: unknown) => {
      // A migration changed the result type of a prepared plan. Closing the connection drops its plans.
      isStale ||= isStalePlan(error);
      throw error;
    });
  /**
   * With `auto` PostgreSQL plans the first five executions in each connection for their values: 35 ms each for a home.
   * The setting stays until another statement comes: documents come one after the other. It is never changed in a
   * transaction, whose end could take it back.
   */
  let mode: PlanMode = 'auto';
  let isPipelined = false;
  const planBy = (wanted: PlanMode) => {
    if (mode === wanted) return;
    mode = wanted;
    client.query(`SET plan_cache_mode = ${wanted}`).catch(() => {
      // The connection is closed at its release: it would plan in another way than is known here.
      isStale = true;
    });
  };
  const query = (text: unknown, values: unknown[] = []) => {
    if (!isPipelined) planBy('auto');
    return typeof text === 'string' && (text.startsWith(MARK) || (values.length > 0 && isFrequent(text)))
      ? byName(text, values)
      : client.query(text as string, values);
  };
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release: () => client.release(isStale),
    async pipeline(texts, ask) {
      const { stream } = client.connection;
      client.pipeline = true;
      isPipelined = true;
      try {
        stream.cork();
        let answered: Promise<unknown>;
        try {
          planBy(texts.some(isLongRead) ? 'force_generic_plan' : 'auto');
          answered = ask();
        } finally {
          // Flushes in any case: statements of the next user must not wait behind it.
          stream.uncork();
        }
        await answered;
      } finally {
        client.pipeline = false;
        isPipelined = false;
      }
    },
  };
}
