import { expect, test } from 'vitest';
import { createCourse } from '#contract/content/courses.ts';
import { type CourseDraft, fieldsOf, newDraft } from './course-fields.ts';

test('a new course has the defaults for what was left out', () => {
  expect(fieldsOf({ ...newDraft, title: ' Soldado ' })).toEqual({
    title: 'Soldado',
    description: '',
    category: 'GERAL',
    difficulty: 'beginner',
    duration: 60,
    isPublished: false,
  });
});

const wrongIn = (draft: CourseDraft) =>
  createCourse.body.safeParse(fieldsOf(draft)).error?.issues.map(({ path, message }) => [path.join('.'), message]) ??
  [];

test('a title of blanks is missing', () => {
  expect(wrongIn({ ...newDraft, title: '   ' })).toEqual([['title', 'Por favor, insira um título para o curso.']]);
  expect(wrongIn({ ...newDraft, title: 'a' })).toEqual([]);
});

test.each(['-1', '60001', '1.5', '1,5', 'dez', '1e3'])('a duration of %s is refused', (duration) => {
  expect(wrongIn({ ...newDraft, title: 'a', duration })).toEqual([['duration', expect.stringMatching(/minutos/)]]);
});

test.each([
  ['', null],
  ['0', 0],
  [' 90 ', 90],
  ['60000', 60_000],
])('a duration of %j is %s', (duration, minutes) => {
  const draft = { ...newDraft, title: 'a', duration };
  expect(wrongIn(draft)).toEqual([]);
  expect(fieldsOf(draft).duration).toBe(minutes);
});
