import { expect, it } from 'vitest';
import { emptyForm, lessonLines } from './lesson-form.ts';

const subjects = [{ id: 3, name: 'Português' }];
const topics = [{ id: 9, name: 'Crase' }];
const textOf = (change: Partial<typeof emptyForm>) =>
  lessonLines({ ...emptyForm, ...change }, subjects, topics).find(({ name }) => name === 'subject')?.text;

it('two versions that differ only by the topic read differently where they are compared', () => {
  expect(textOf({ subjectId: 3 })).toBe('Português');
  expect(textOf({ subjectId: 3, topicId: 9 })).toBe('Português, Crase');
  expect(textOf({ newSubject: 'Direito' })).toBe('Direito');
});
