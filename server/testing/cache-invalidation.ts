import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Bus } from '#server/db/bus.ts';
import type { Db } from '#server/db/handle.ts';

/** Waits until the server on this database has received the word. */
type Hearing = (word: string) => Promise<void>;

const hearings = new WeakMap<Db, Hearing>();
const TOPIC = 'heard-by-test';

/**
 * Invalidates caches of a running server after a direct write into its tables. The bus delivers with a delay: on a busy
 * machine after the next request. Messages arrive in commit order, so a server that has received the second message has
 * handled the first.
 */
export async function invalidateCaches(db: Db, message: string): Promise<void> {
  const word = randomUUID();
  const heard = hearings.get(db)?.(word);
  await sql`SELECT pg_notify('alvorada', ${message}), pg_notify('alvorada', ${`${TOPIC}:${word}`})`.execute(db);
  await heard;
}

/** Makes `invalidateCaches` on this `db` wait until the server has received the message. */
export function waitForCaches(db: Db, hearing: Hearing): void {
  hearings.set(db, hearing);
}

/**
 * Receives the invalidations of the server behind this bus. A bus that reconnects has flushed every cache: all waits
 * resolve.
 */
export function listenForInvalidations(bus: Pick<Bus, 'subscribe'>): Hearing {
  const waiting = new Map<string, PromiseWithResolvers<void>>();
  const of = (word: string) => {
    const known = waiting.get(word) ?? Promise.withResolvers<void>();
    waiting.set(word, known);
    return known;
  };
  bus.subscribe(
    TOPIC,
    (word) => of(word).resolve(),
    () => {
      for (const { resolve } of waiting.values()) resolve();
    },
  );
  return async (word) => {
    await of(word).promise;
    waiting.delete(word);
  };
}
