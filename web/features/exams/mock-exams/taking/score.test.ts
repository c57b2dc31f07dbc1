import { expect, it } from 'vitest';
import { formatShare } from '#web/lib/format.ts';
import { formatDuration } from './score.ts';

it.each([
  [0, '0 s'],
  [59, '59 s'],
  [60, '1 min'],
  [2745, '45 min 45 s'],
  [3600, '1 h'],
  [4530, '1 h 15 min'],
])('%i seconds are %s', (seconds, text) => expect(formatDuration(seconds)).toBe(text));

it('shares are written with a decimal comma and a percent sign', () => {
  expect([80, 66.7, 0].map(formatShare)).toEqual(['80%', '66,7%', '0%']);
});
