import { describe, expect, it } from 'vitest';
import { discriminationOf, type ItemCounts, shareOf, suspicionsOf } from './item-analysis.ts';

const item = (change: Partial<ItemCounts> = {}): ItemCounts => ({
  attempts: 30,
  right: 18,
  blank: 2,
  upper: 10,
  upperRight: 9,
  lower: 10,
  lowerRight: 3,
  options: [
    { isCorrect: true, count: 18, upper: 9 },
    { isCorrect: false, count: 6, upper: 1 },
    { isCorrect: false, count: 4, upper: 0 },
  ],
  ...change,
});

describe('discrimination', () => {
  it.each([
    [9, 10, 3, 10, 0.6],
    [10, 10, 0, 10, 1],
    [0, 10, 10, 10, -1],
    [5, 10, 5, 10, 0],
    [3, 4, 1, 5, 0.55],
  ])('%i of %i above, %i of %i below: %f', (upperRight, upper, lowerRight, lower, expected) => {
    expect(discriminationOf(item({ upper, upperRight, lower, lowerRight }))).toBeCloseTo(expected, 10);
  });

  it('says nothing without both groups', () => {
    expect(discriminationOf(item({ upper: 0, upperRight: 0 }))).toBeNull();
  });
});

describe('what is suspicious', () => {
  it('a good question has no suspicion', () => {
    expect(suspicionsOf(item())).toEqual([]);
  });
  it('a question is suspicious when weak students know it better than strong ones', () => {
    expect(suspicionsOf(item({ upperRight: 2, lowerRight: 3 }))).toEqual(['negative_discrimination']);
    expect(suspicionsOf(item({ upperRight: 2, lowerRight: 3, attempts: 8 }))).toEqual([]);
  });
  it('an option is suspicious when no student chooses it', () => {
    const options = [...item().options, { isCorrect: false, count: 0, upper: 0 }];
    expect(suspicionsOf(item({ options }))).toEqual(['unused_option']);
    expect(suspicionsOf(item({ options, attempts: 19 }))).toEqual([]);
  });
  it('a wrong option that the best students prefer suggests a wrong key', () => {
    const options = (upper: number) => [
      { isCorrect: true, count: 18, upper: 3 },
      { isCorrect: false, count: 6, upper },
    ];
    expect(suspicionsOf(item({ upperRight: 3, options: options(4) }))).toEqual(['suspect_key']);
    expect(suspicionsOf(item({ upperRight: 3, options: options(3) }))).toEqual([]);
    expect(suspicionsOf(item({ upperRight: 3, options: options(4), attempts: 8 }))).toEqual([]);
    // Two people out of a third of three are too few to conclude anything.
    const few = { attempts: 9, upper: 3, upperRight: 1, lower: 3, lowerRight: 0 };
    expect(suspicionsOf(item({ ...few, options: options(2) }))).toEqual([]);
    expect(suspicionsOf(item({ ...few, upperRight: 0, options: options(3) }))).toEqual(['suspect_key']);
  });
  it('a wrong option is suspicious when more students choose it than the right one', () => {
    const options = [
      { isCorrect: true, count: 5, upper: 4 },
      { isCorrect: false, count: 6, upper: 2 },
    ];
    expect(suspicionsOf(item({ right: 5, options }))).toEqual(['wrong_preferred']);
    expect(suspicionsOf(item({ right: 6, options }))).toEqual([]);
  });
});

it('a share of zero answers does not exist', () => {
  expect(shareOf(0, 0)).toBeNull();
  expect(shareOf(1, 4)).toBe(0.25);
});
