import { describe, expect, test } from 'vitest';
import { mayEdit, mayEnroll, maySee } from './courses.policy.ts';

const student = { id: 's', role: 'student' } as const;
const teacher = { id: 't', role: 'teacher' } as const;
const other = { id: 'o', role: 'teacher' } as const;
const admin = { id: 'a', role: 'admin' } as const;
const published = { instructorId: 't', isPublished: true };
const draft = { instructorId: 't', isPublished: false };
const orphan = { instructorId: null, isPublished: false };

describe('courses', () => {
  test.each([
    ['student', student, false],
    ['its teacher', teacher, true],
    ['another teacher', other, false],
    ['admin', admin, true],
  ])('%s may edit: %s', (_, person, allowed) => {
    expect(mayEdit(person, published)).toBe(allowed);
    expect(maySee(person, draft)).toBe(allowed);
    expect(maySee(person, published)).toBe(true);
  });

  test('a course without instructor belongs to the admins', () => {
    expect([teacher, other, student, admin].map((person) => mayEdit(person, orphan))).toEqual([
      false,
      false,
      false,
      true,
    ]);
  });

  test('a student who has the id of an instructor still may not edit', () => {
    expect(mayEdit({ id: 't', role: 'student' }, published)).toBe(false);
  });

  test('only students enrol', () => {
    expect([student, teacher, admin].map(mayEnroll)).toEqual([true, false, false]);
  });
});
