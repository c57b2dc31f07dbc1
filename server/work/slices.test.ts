import { setImmediate } from 'node:timers';
import { expect, test } from 'vitest';
import { fromSlices, joinInTurns, toSlices } from './slices.ts';

/** How many turns of the event loop other work gets until the promise is settled. */
async function turnsDuring<T>(work: Promise<T>): Promise<{ result: T; turns: number }> {
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const result = await work;
  isOver = true;
  return { result, turns };
}

test('a long list comes back from its slices as it was, and other work runs between them', async () => {
  const list = Array.from({ length: 1001 }, (_, number) => ({ number, text: `é ${number}`, day: null }));
  const { result, turns } = await turnsDuring(fromSlices(toSlices(list)));
  expect(result).toEqual(list);
  expect(turns).toBeGreaterThanOrEqual(4);
  expect(await fromSlices(toSlices([]))).toEqual([]);
});

test('a text of many pieces is joined in their order, and other work runs meanwhile', async () => {
  const pieces = Array.from({ length: 1000 }, (_, number) => `${number};`);
  const { result, turns } = await turnsDuring(joinInTurns(pieces));
  expect(result).toBe(pieces.join(''));
  expect(turns).toBeGreaterThanOrEqual(9);
});
