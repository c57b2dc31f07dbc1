import pg from 'pg';
import { vi } from 'vitest';
import { HOUSEKEEPING, textOf } from './queries.ts';

/** Statements in the order in which they are sent, each with the number of its round trip. */
type Sent = { text: string; trip: number };

/** Turns of the event loop in which further statements may join a round trip. */
const TURNS = 30;
const laterTurn = async () => {
  for (let turn = 0; turn < TURNS; turn += 1) await new Promise((resolve) => void setImmediate(resolve));
};

/**
 * The statements that a piece of work sends to PostgreSQL, and in how many round trips. The answers of a trip are
 * delivered together once all of them are there, so that the count does not depend on how fast each of them was.
 * Only for work whose statements do not wait for each other's locks.
 */
export async function roundTripsOf(work: () => Promise<unknown>): Promise<{ statements: Sent[]; trips: number }> {
  const statements: Sent[] = [];
  let trip = 1;
  let unanswered = 0;
  let deliver: (() => void)[] = [];
  const deliverTogether = async () => {
    await laterTurn();
    if (unanswered > 0 || deliver.length === 0) return;
    trip += 1;
    const waiting = deliver;
    deliver = [];
    for (const one of waiting) one();
  };
  const send = pg.Client.prototype.query as (...call: unknown[]) => unknown;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...call: unknown[]) {
    const answer = send.apply(this, call);
    const text = textOf(call);
    if (HOUSEKEEPING.test(text) || !(answer instanceof Promise)) return answer as never;
    statements.push({ text, trip });
    unanswered += 1;
    return answer.finally(() => {
      unanswered -= 1;
      const delivered = new Promise<void>((resolve) => void deliver.push(resolve));
      void deliverTogether();
      return delivered;
    }) as never;
  });
  try {
    await work();
  } finally {
    spy.mockRestore();
  }
  return { statements, trips: statements.at(-1)?.trip ?? 0 };
}
