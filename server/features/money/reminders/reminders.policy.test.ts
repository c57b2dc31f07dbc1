import { expect, it } from 'vitest';
import { spansOf } from './reminders.policy.ts';

const now = new Date('2026-11-15T12:00:00Z');

it('an order is due for two days after the hours and after the days that the school sets', () => {
  expect(spansOf({ hours: 24, days: 3 }, now)).toEqual([
    { step: 2, from: new Date('2026-11-10T12:00:00Z'), to: new Date('2026-11-12T12:00:00Z') },
    { step: 1, from: new Date('2026-11-12T12:00:00Z'), to: new Date('2026-11-14T12:00:00Z') },
  ]);
});

it('a span of zero switches a reminder off', () => {
  expect(spansOf({ hours: 0, days: 3 }, now).map(({ step }) => step)).toEqual([2]);
  expect(spansOf({ hours: 24, days: 0 }, now).map(({ step }) => step)).toEqual([1]);
  expect(spansOf({ hours: 0, days: 0 }, now)).toEqual([]);
});
