import { describe, expect, it } from 'vitest';
import { isWithdrawnAfter, upperBound } from './score-alarm.ts';

describe('the upper bound of the coverage', () => {
  it('lies above the share, and comes nearer with more results', () => {
    const bounds = [50, 100, 400, 2000].map((results) => upperBound({ results, within: results * 0.7 }));
    expect(bounds.toSorted((a, b) => b - a)).toEqual(bounds);
    for (const bound of bounds) expect(bound).toBeGreaterThan(0.7);
    expect(bounds.at(-1)).toBeLessThan(0.73);
  });

  it('is known for 30 of 50 results', () => {
    expect(upperBound({ results: 50, within: 30 })).toBeCloseTo(0.7436, 4);
    expect(upperBound({ results: 0, within: 0 })).toBe(1);
    expect(upperBound({ results: 50, within: 50 })).toBe(1);
  });
});

describe('the alarm', () => {
  it('needs 50 results, and more doubt than chance explains', () => {
    expect(isWithdrawnAfter({ results: 49, within: 0 }, false)).toBe(false);
    expect(isWithdrawnAfter({ results: 50, within: 31 }, false)).toBe(false);
    expect(isWithdrawnAfter({ results: 50, within: 30 }, false)).toBe(true);
    expect(isWithdrawnAfter({ results: 2000, within: 1460 }, false)).toBe(false);
    expect(isWithdrawnAfter({ results: 2000, within: 1440 }, false)).toBe(true);
  });

  it('ends by the same rule, and not for lack of results', () => {
    expect(isWithdrawnAfter({ results: 50, within: 31 }, true)).toBe(false);
    expect(isWithdrawnAfter({ results: 50, within: 30 }, true)).toBe(true);
    expect(isWithdrawnAfter({ results: 12, within: 12 }, true)).toBe(true);
  });
});
