import { expect, it } from 'vitest';
import { lastDayOf, type StudyDays } from './bought.ts';

const now = new Date('2026-11-15T12:00:00Z');
const limits = [
  { until: '2026-11-14', courses: [1, 3] },
  { until: '2026-12-01', courses: [1, 2] },
  { until: '2027-01-01', courses: [2] },
];

it.each([
  ['a teacher has no end', { role: 'teacher', study: null }, 1, null],
  [
    'a student without limits has the end of all grants',
    { role: 'student', study: study('2026-12-31') },
    1,
    '2026-12-31',
  ],
  ['a grant without an end has none', { role: 'student', study: study('infinity') }, 1, null],
  ['a past grant does not count', { role: 'student', study: study('2027-01-01', limits) }, 1, '2026-12-01'],
  ['the later of two grants counts', { role: 'student', study: study('2027-01-01', limits) }, 2, '2027-01-01'],
  [
    'a grant of all courses counts for each',
    { role: 'student', study: study('2027-03-01', [...limits, { until: '2027-03-01', courses: null }]) },
    1,
    '2027-03-01',
  ],
  [
    'a course whose only grant has ended ends today',
    { role: 'student', study: study('2027-01-01', limits) },
    3,
    '2026-11-15',
  ],
  ['a course that is not bought ends today', { role: 'student', study: study('2027-01-01', limits) }, 9, '2026-11-15'],
] as const)('%s', (_, user, course, day) => {
  expect(lastDayOf(user, course, now)).toBe(day);
});

function study(until: string, limited: StudyDays['limits'] = null) {
  return { until, endedOn: until, limits: limited };
}
