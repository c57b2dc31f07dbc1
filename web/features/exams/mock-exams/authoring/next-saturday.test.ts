import { expect, it } from 'vitest';
import { nextSaturday } from './next-saturday.ts';

it.each([
  ['on a Sunday', '2026-11-15T12:00:00.000Z', '2026-11-21'],
  ['on a Friday evening that is Saturday elsewhere', '2026-11-21T01:00:00.000Z', '2026-11-21'],
  ['on a Saturday', '2026-11-21T12:00:00.000Z', '2026-11-28'],
  ['over the end of the year', '2026-12-30T12:00:00.000Z', '2027-01-02'],
])('%s', (_, now, day) => {
  expect(nextSaturday(now)).toEqual({ opensAt: `${day}T09:00`, closesAt: `${day}T18:00` });
});
