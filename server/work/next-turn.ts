import { setImmediate } from 'node:timers/promises';

/** Lets everybody else have their turn between two pieces of work that would hold them up together. */
export const nextTurn = (): Promise<void> => setImmediate();

/** A list of small pieces of work, with a turn for everybody else after each. */
export async function inTurns<One, Done>(list: readonly One[], work: (one: One, at: number) => Done): Promise<Done[]> {
  const done: Done[] = [];
  for (const [at, one] of list.entries()) {
    done.push(work(one, at));
    await nextTurn();
  }
  return done;
}
