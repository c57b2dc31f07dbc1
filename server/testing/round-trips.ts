import pg from 'pg';
import { vi } from 'vitest';
import { HOUSEKEEPING, textOf } from './queries.ts';

/** Statements in the order in which they are sent, and after how many answers each was sent. */
type Sent = { text: string; trip: number };

/** Turns of the event loop for which an answer is held back. */
const TURNS = 4;
const laterTurn = async () => {
  for (let turn = 0; turn < TURNS; turn += 1) await new Promise((resolve) => void setImmediate(resolve));
};

/**
 * The statements that a piece of work sends to PostgreSQL, and in how many round trips: statements that are sent
 * without an answer between them are one trip. Answers are delivered some turns of the event loop late, so that the
 * count does not depend on how fast the database is.
 */
export async function roundTripsOf(work: () => Promise<unknown>): Promise<{ statements: Sent[]; trips: number }> {
  const statements: Sent[] = [];
  let answers = 0;
  let answersBefore = -1;
  let trips = 0;
  const send = pg.Client.prototype.query as (...call: unknown[]) => unknown;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...call: unknown[]) {
    const answer = send.apply(this, call);
    const text = textOf(call);
    if (HOUSEKEEPING.test(text) || !(answer instanceof Promise)) return answer as never;
    if (answers !== answersBefore) {
      trips += 1;
      answersBefore = answers;
    }
    statements.push({ text, trip: trips });
    return answer.finally(async () => {
      await laterTurn();
      answers += 1;
    }) as never;
  });
  try {
    await work();
  } finally {
    spy.mockRestore();
  }
  return { statements, trips };
}
