import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Bus } from '#server/db/bus.ts';
import type { Db } from '#server/db/handle.ts';

/** Waits until the server on this database has heard the word. */
type Hearing = (word: string) => Promise<void>;

const hearings = new WeakMap<Db, Hearing>();
const TOPIC = 'heard-by-test';

/**
 * Who writes into the tables of a running server tells its caches by the bus, which comes round some time later: on a
 * busy machine after the next request. Messages arrive in the order of their commits, so a server that has heard the
 * second has dropped what the first named.
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

/** What the server behind this bus hears. A bus that was away has dropped everything when it is back: all is heard. */
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
