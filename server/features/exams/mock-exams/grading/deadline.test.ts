import { describe, expect, it } from 'vitest';
import { boundedTime, closingTime, deadlineOf, directDeadlineOf, isOver, secondsBetween } from './deadline.ts';

const start = new Date('2026-11-15T12:00:00.000Z');
const later = (ms: number) => new Date(start.getTime() + ms);

describe('deadlines', () => {
  it('end a limited attempt after its minutes, an unlimited one after a day, a direct one after two minutes', () => {
    expect(deadlineOf(start, 60)).toEqual(later(3_600_000));
    expect(deadlineOf(start, null)).toEqual(later(86_400_000));
    expect(directDeadlineOf(start)).toEqual(later(120_000));
  });

  it.each([
    [0, false],
    [5000, false],
    [5001, true],
  ])('%i ms after the deadline: over is %s', (ms, over) => expect(isOver(start, later(ms))).toBe(over));

  it('close no later than the deadline', () => {
    expect(closingTime(later(60_000), later(30_000))).toEqual(later(30_000));
    expect(closingTime(later(60_000), later(64_000))).toEqual(later(60_000));
  });

  it('count whole seconds and never less than none', () => {
    expect(secondsBetween(start, later(90_400))).toBe(90);
    expect(secondsBetween(start, later(-5000))).toBe(0);
  });

  it.each([
    [100, 10, 100],
    [601, 10, 600],
    [-3, 10, 0],
    [12.9, 10, 12],
    [4000, null, 1800],
    [1e300, null, 1800],
  ])('a reported time of %s s with a limit of %s min counts as %i s', (told, limit, seconds) =>
    expect(boundedTime(told, limit)).toBe(seconds),
  );
});
