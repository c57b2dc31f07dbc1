import { AsyncLocalStorage } from 'node:async_hooks';
import type { PostgresPool, PostgresPoolClient } from 'kysely';

/** A client that can pipeline statements; each is answered separately, in order. */
export type PipelinedClient = PostgresPoolClient & { pipeline(ask: () => Promise<unknown>): Promise<void> };
type PipelinedPool = { connect(): Promise<PipelinedClient>; end(): Promise<void> };

type Query = (text: unknown, values?: unknown[]) => Promise<unknown>;
type Read = { text: string; values: unknown[]; resolve: (result: unknown) => void; reject: (error: unknown) => void };
/** Reads of this turn of the event loop that are not sent yet. */
export type Gathered = Map<PipelinedPool, Read[]>;

const gathering = new AsyncLocalStorage<Gathered>();

/**
 * Sends all reads that `work` and its continuations make in one turn of the event loop together: over one connection
 * and in one write. For a document, whose dozen calls read one small thing each: sending a statement and waking up for
 * its answer costs more here than all else about it.
 */
export const readTogether = <T>(gathered: Gathered, work: () => T): T => gathering.run(gathered, work);

export const nothingGathered = (): Gathered => new Map();

/** The reads of the document that this code works for; undefined outside of `readTogether`. */
export const gatheredReads = (): Gathered | undefined => gathering.getStore();

/** A statement that reads, judged by its first word. Every other statement gets a separate connection. */
const isRead = (text: unknown): text is string =>
  typeof text === 'string' && /^\s*(\/\*.*?\*\/\s*)?(select|with)\b/i.test(text);

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
    if (!own && isRead(text)) return gather(pool, gathered, text, values);
    own ??= await pool.connect();
    return (own.query as Query)(text, values);
  };
  return { query: query as PostgresPoolClient['query'], release: () => own?.release() };
}

function gather(pool: PipelinedPool, gathered: Gathered, text: string, values: unknown[]): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const read = { text, values, resolve, reject };
    const others = gathered.get(pool);
    if (others) {
      others.push(read);
      return;
    }
    const reads = [read];
    gathered.set(pool, reads);
    setImmediate(() => {
      gathered.delete(pool);
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
  try {
    await client.pipeline(() =>
      Promise.all(
        reads.map(({ text, values, resolve, reject }) => (client.query as Query)(text, values).then(resolve, reject)),
      ),
    );
  } catch (error) {
    // Reads that were answered before keep their result.
    for (const { reject } of reads) reject(error);
  } finally {
    client.release();
  }
}
