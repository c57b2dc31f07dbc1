import { expect, test } from 'vitest';
import { checkDraft, fieldsOf, newDraft } from './course-fields.ts';

test('the defaults of a new course', () => {
  expect(fieldsOf({ ...newDraft, title: ' Soldado ' })).toEqual({
    title: 'Soldado',
    description: '',
    category: 'GERAL',
    difficulty: 'beginner',
    duration: 60,
    isPublished: false,
  });
});

test('a title of blanks is missing', () => {
  expect(checkDraft({ ...newDraft, title: '   ' })).toEqual({ title: 'Por favor, insira um título para o curso.' });
  expect(checkDraft({ ...newDraft, title: 'a' })).toEqual({});
});

test.each(['-1', '60001', '1.5', '1,5', 'dez', '1e3'])('a duration of %s is refused', (duration) => {
  expect(checkDraft({ ...newDraft, title: 'a', duration })).toHaveProperty('duration');
});

test.each([
  ['', null],
  ['0', 0],
  [' 90 ', 90],
  ['60000', 60_000],
])('a duration of %j is %s', (duration, minutes) => {
  const draft = { ...newDraft, title: 'a', duration };
  expect(checkDraft(draft)).toEqual({});
  expect(fieldsOf(draft).duration).toBe(minutes);
});
