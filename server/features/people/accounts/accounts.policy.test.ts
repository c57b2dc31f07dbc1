import { expect, test } from 'vitest';
import { roles, userStatuses } from '#contract/platform/users.ts';
import { entryRefusal, mayDecideOn, roleChange, statusChange } from './accounts.policy.ts';

const pairs = <T extends string>(values: readonly T[]) =>
  values.flatMap((from) => values.map((to) => [from, to] as const));

test('a status moves pending → active → blocked → active, and nowhere else', () => {
  const changes = pairs(userStatuses).filter(([from, to]) => statusChange(from, to) === 'change');
  expect(changes).toEqual([
    ['pending', 'active'],
    ['active', 'blocked'],
    ['blocked', 'active'],
  ]);
  const refused = pairs(userStatuses).filter(([from, to]) => statusChange(from, to) === 'refused');
  expect(refused).toEqual([
    ['pending', 'blocked'],
    ['active', 'pending'],
    ['blocked', 'pending'],
  ]);
  for (const status of userStatuses) expect(statusChange(status, status)).toBe('same');
});

test('a role moves among teacher, secretary and admin, and nowhere else', () => {
  const changes = pairs(roles).filter(([from, to]) => roleChange(from, to) === 'change');
  expect(changes).toEqual([
    ['teacher', 'secretary'],
    ['teacher', 'admin'],
    ['secretary', 'teacher'],
    ['secretary', 'admin'],
    ['admin', 'teacher'],
    ['admin', 'secretary'],
  ]);
  const refused = pairs(roles).filter(([from, to]) => roleChange(from, to) === 'refused');
  expect(refused.every((pair) => pair.includes('student'))).toBe(true);
  for (const role of roles) expect(roleChange(role, role)).toBe('same');
});

test('a secretary decides on students and teachers, an administrator on everybody', () => {
  const secretary = { role: 'secretary' } as const;
  expect(roles.filter((role) => mayDecideOn(secretary, { role }))).toEqual(['student', 'teacher']);
  expect(roles.filter((role) => mayDecideOn({ role: 'admin' }, { role }))).toEqual([...roles]);
});

test('a user who may not enter gets the reason', () => {
  for (const role of roles) {
    expect(entryRefusal({ role, status: 'active' })).toBeNull();
    expect(entryRefusal({ role, status: 'blocked' })).toBe('blocked');
  }
  expect(entryRefusal({ role: 'student', status: 'pending' })).toBe('payment_required');
  expect(entryRefusal({ role: 'teacher', status: 'pending' })).toBe('awaiting_approval');
});
