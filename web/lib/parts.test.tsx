import { expect, test } from 'vitest';
import { loseStyle } from '#web/testing/lost-style.ts';
import { ChunkError, loadChunk } from './load-chunk.ts';

test('a part whose code does not load is a PartError, and the next call loads it again', async () => {
  let isThere = false;
  const load = async () => {
    if (!isThere) throw new TypeError('Failed to fetch dynamically imported module');
    return 'part';
  };
  await expect(loadChunk(load)).rejects.toBeInstanceOf(ChunkError);
  isThere = true;
  await expect(loadChunk(load)).resolves.toBe('part');
});

test('a lost stylesheet is requested once for all parts that wait, and a part without it is a PartError', async () => {
  const { link, current } = loseStyle();
  const both = [loadChunk(async () => 'one'), loadChunk(async () => 'two')];
  const again = current();
  expect(again).not.toBe(link);
  again.dispatchEvent(new Event('error'));
  for (const { status } of await Promise.allSettled(both)) expect(status).toBe('rejected');
  const next = loadChunk(async () => 'one');
  expect(current()).not.toBe(again);
  current().dispatchEvent(new Event('load'));
  await expect(next).resolves.toBe('one');
});
