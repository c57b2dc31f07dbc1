import { setImmediate } from 'node:timers/promises';

/** Yields to the event loop between two pieces of work that would block it together. */
export const nextTurn = (): Promise<void> => setImmediate();

/** Runs small pieces of work, and yields to the event loop after each. */
export async function inTurns<One, Done>(list: readonly One[], work: (one: One, at: number) => Done): Promise<Done[]> {
  const done: Done[] = [];
  for (const [at, one] of list.entries()) {
    done.push(work(one, at));
    await nextTurn();
  }
  return done;
}
