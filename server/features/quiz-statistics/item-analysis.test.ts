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
    { isCorrect: true, count: 18 },
    { isCorrect: false, count: 6 },
    { isCorrect: false, count: 4 },
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
  it('nothing about a good question', () => {
    expect(suspicionsOf(item())).toEqual([]);
  });
  it('the weak know it better than the strong', () => {
    expect(suspicionsOf(item({ upperRight: 2, lowerRight: 3 }))).toEqual(['negative_discrimination']);
    expect(suspicionsOf(item({ upperRight: 2, lowerRight: 3, attempts: 8 }))).toEqual([]);
  });
  it('an option that nobody takes', () => {
    const options = [...item().options, { isCorrect: false, count: 0 }];
    expect(suspicionsOf(item({ options }))).toEqual(['unused_option']);
    expect(suspicionsOf(item({ options, attempts: 19 }))).toEqual([]);
  });
  it('a wrong option that more people take than the right one', () => {
    const options = [
      { isCorrect: true, count: 5 },
      { isCorrect: false, count: 6 },
    ];
    expect(suspicionsOf(item({ right: 5, options }))).toEqual(['wrong_preferred']);
    expect(suspicionsOf(item({ right: 6, options }))).toEqual([]);
  });
});

it('has no share of nothing', () => {
  expect(shareOf(0, 0)).toBeNull();
  expect(shareOf(1, 4)).toBe(0.25);
});
