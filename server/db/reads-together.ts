import { AsyncLocalStorage } from 'node:async_hooks';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import { type Asked, chooseFolded, foldReads, learnShape, type Result, unfoldRows } from './folded-reads.ts';

/** A client that can pipeline statements of these texts; each is answered separately, in order. */
export type PipelinedClient = PostgresPoolClient & {
  pipeline(texts: readonly string[], ask: () => Promise<unknown>): Promise<void>;
};
type PipelinedPool = { connect(): Promise<PipelinedClient>; end(): Promise<void> };

type Query = (text: unknown, values?: unknown[]) => Promise<Result>;
type Read = Asked & { resolve: (result: Result) => void; reject: (error: unknown) => void };

/** The reads of one document. */
export type Gathered = {
  /** Reads of this turn of the event loop that are not sent yet. */
  waiting: Map<PipelinedPool, Read[]>;
  /** What was read since the document's last write; null once the document is done. */
  answers: Map<PipelinedPool, Map<string, Promise<Result>>> | null;
};

const gathering = new AsyncLocalStorage<Gathered>();
const afresh = new AsyncLocalStorage<true>();

/**
 * Sends all reads that `work` and its continuations make in one turn of the event loop together: over one connection
 * and in one write. For a document, whose dozen calls read one small thing each: sending a statement and waking up for
 * its answer costs more here than all else about it.
 */
export const readTogether = <T>(gathered: Gathered, work: () => T): T => gathering.run(gathered, work);

export const nothingGathered = (): Gathered => ({ waiting: new Map(), answers: new Map() });

/** The document is sent: work that still runs for it reads what is there now. */
export function endGathering(gathered: Gathered): void {
  gathered.answers = null;
}

/**
 * Reads within `load` are not answered by earlier reads of the document. For values that outlive the document: a cache
 * must not store what was read before it began to watch for changes.
 */
export const readAfresh = <T>(load: () => T): T => afresh.run(true, load);

/** The reads of the document that this code works for; undefined outside of `readTogether`. */
export const gatheredReads = (): Gathered | undefined => gathering.getStore();

/** A statement that reads, judged by its first word. Every other statement gets a separate connection. */
const isRead = (text: unknown): text is string =>
  typeof text === 'string' && /^\s*(\/\*.*?\*\/\s*)?(select|with)\b/i.test(text);

/** Texts that change rows or whose answer is another one each time. A CTE that writes begins like a read. */
const NOT_REPEATABLE =
  /\b(insert|update|delete|merge|nextval|setval|set_config|pg_notify|pg_sleep|pg_backend_pid|random|gen_random_uuid|clock_timestamp|add_job)\b|advisory_/i;
const MOST_JUDGED = 2000;
const judged = new Map<string, boolean>();

export function isRepeatable(text: string): boolean {
  const known = judged.get(text);
  if (known !== undefined) return known;
  const verdict = !NOT_REPEATABLE.test(text);
  if (judged.size < MOST_JUDGED) judged.set(text, verdict);
  return verdict;
}

/** The pool for Kysely. Outside of `readTogether` it is the pool itself. */
export function gatheringPool(pool: PipelinedPool): PostgresPool {
  return {
    connect: async () => {
      const gathered = gathering.getStore();
      return gathered ? gatheringClient(pool, gathered) : pool.connect();
    },
    end: () => pool.end(),
  };
}

function gatheringClient(pool: PipelinedPool, gathered: Gathered): PostgresPoolClient {
  let own: PostgresPoolClient | undefined;
  const query: Query = async (text, values = []) => {
    if (!own && isRead(text)) return readOnce(pool, gathered, text, values);
    own ??= await pool.connect();
    return (own.query as Query)(text, values).finally(() => gathered.answers?.clear());
  };
  return { query: query as unknown as PostgresPoolClient['query'], release: () => own?.release() };
}

/**
 * The calls of a document read many of the same rows. A read with the same text and values as an earlier one gets its
 * answer, unless the document has written in between.
 */
async function readOnce(pool: PipelinedPool, gathered: Gathered, text: string, values: unknown[]): Promise<Result> {
  if (!gathered.answers || !isRepeatable(text)) {
    return gather(pool, gathered, text, values).finally(() => gathered.answers?.clear());
  }
  if (afresh.getStore()) return gather(pool, gathered, text, values);
  const key = `${text}\0${JSON.stringify(values)}`;
  const answers = gathered.answers.get(pool) ?? new Map<string, Promise<Result>>();
  gathered.answers.set(pool, answers);
  const known = answers.get(key);
  const answer = known ?? gather(pool, gathered, text, values);
  if (!known) answers.set(key, answer);
  try {
    const result = await answer;
    // Each caller may change its rows.
    return { ...result, rows: result.rows.map((row) => ({ ...row })) };
  } catch (error) {
    answers.delete(key);
    throw error;
  }
}

function gather(pool: PipelinedPool, gathered: Gathered, text: string, values: unknown[]): Promise<Result> {
  return new Promise((resolve, reject) => {
    const read = { text, values, resolve, reject };
    const others = gathered.waiting.get(pool);
    if (others) {
      others.push(read);
      return;
    }
    const reads = [read];
    gathered.waiting.set(pool, reads);
    setImmediate(() => {
      gathered.waiting.delete(pool);
      void send(pool, reads);
    });
  });
}

async function send(pool: PipelinedPool, reads: readonly Read[]): Promise<void> {
  let client: PipelinedClient;
  try {
    client = await pool.connect();
  } catch (error) {
    for (const { reject } of reads) reject(error);
    return;
  }
  const sendAlone = (some: readonly Read[]) =>
    some.map(({ text, values, resolve, reject }) =>
      (client.query as Query)(text, values).then((result) => {
        if (isRepeatable(text)) learnShape(text, result);
        resolve(result);
      }, reject),
    );
  const { folded, alone } = chooseFolded(reads);
  let unread: readonly Read[] = [];
  const whole = folded.length > 0 ? foldReads(folded) : null;
  const sendFolded = async () => {
    if (!whole) return;
    const { text, values } = whole;
    try {
      const results = unfoldRows(folded, await (client.query as Query)(text, values));
      for (const [at, { resolve }] of folded.entries()) resolve(results[at] ?? { rows: [] });
    } catch {
      unread = folded;
    }
  };
  try {
    const texts = [...(whole ? [whole] : []), ...alone].map(({ text }) => text);
    await client.pipeline(texts, () => Promise.all([sendFolded(), ...sendAlone(alone)]));
    // One of them fails: each gets its own rows or its own error.
    if (unread.length > 0) {
      await client.pipeline(
        unread.map(({ text }) => text),
        () => Promise.all(sendAlone(unread)),
      );
    }
  } catch (error) {
    // Reads that were answered before keep their result.
    for (const { reject } of reads) reject(error);
  } finally {
    client.release();
  }
}
