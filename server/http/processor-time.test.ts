import { expect, test } from 'vitest';
import { ownShare, parseSchedstat, readProcessorTime } from './processor-time.ts';

test('a process that had the core all the time causes the whole delay, one that waited for it only its share', () => {
  expect(ownShare({ ran: 100, waited: 50 }, { ran: 1100, waited: 50 })).toBe(1);
  expect(ownShare({ ran: 100, waited: 50 }, { ran: 350, waited: 800 })).toBe(0.25);
});

test('without figures, and without any work between two moments, the whole delay counts', () => {
  const still = { ran: 5, waited: 5 };
  expect([ownShare(null, still), ownShare(still, null), ownShare(still, still)]).toEqual([1, 1, 1]);
});

test("the kernel's line is read, and a line of another shape is no figure", () => {
  expect(parseSchedstat('227927919 112323792 628\n')).toEqual({ ran: 227927919, waited: 112323792 });
  expect([parseSchedstat(''), parseSchedstat('1'), parseSchedstat('a b c')]).toEqual([null, null, null]);
});

test('the time that this process ran does not fall while it works', () => {
  const before = readProcessorTime();
  JSON.stringify(Array.from({ length: 100_000 }, (_, n) => n));
  const after = readProcessorTime();
  if (process.platform === 'linux') expect(after?.ran).toBeGreaterThanOrEqual(before?.ran ?? Number.NaN);
  else expect(after).toBeNull();
});
