import { expect, it } from 'vitest';
import { fromSchoolTime, toSchoolTime } from './school-time.ts';

it('a field for day and hour means a moment of the school, whatever clock the browser has', () => {
  expect(fromSchoolTime('2026-11-21T09:00')).toBe('2026-11-21T12:00:00.000Z');
  expect(toSchoolTime('2026-11-21T12:00:00.000Z')).toBe('2026-11-21T09:00');
  // Over midnight, and in a year with daylight saving.
  expect(fromSchoolTime('2026-11-21T23:30')).toBe('2026-11-22T02:30:00.000Z');
  expect(fromSchoolTime('2018-12-15T09:00')).toBe('2018-12-15T11:00:00.000Z');
  expect(fromSchoolTime('')).toBeNull();
  expect(fromSchoolTime('2026-13-41T09:00')).toBeNull();
});
