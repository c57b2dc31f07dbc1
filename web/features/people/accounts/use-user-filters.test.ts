import { expect, it } from 'vitest';
import { readFilters } from './use-user-filters.ts';

it('only filters that the list knows are read from the address', () => {
  expect(readFilters({ role: 'teacher', access: 'ending', since: '2026-10-16', courseId: '7' })).toEqual({
    role: 'teacher',
    access: 'ending',
    since: '2026-10-16',
    courseId: 7,
  });
  expect(readFilters({ role: 'king', studied: '', since: '31/12', courseId: '-1' })).toEqual({});
});
