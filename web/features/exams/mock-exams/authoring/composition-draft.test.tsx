import { expect, it } from 'vitest';
import { compositionLines } from './composition-draft.ts';

const draw = {
  ...{ key: 'a', count: '5', subjectId: null, topicId: null, topic: '' },
  ...{ source: '', year: null, difficulty: null },
};
const subjects = [{ id: 3, name: 'Português', lessonCount: 0 }];
const textOf = (change: Partial<Parameters<typeof compositionLines>[0]['draws'][number]>) =>
  compositionLines(
    { questions: [], draws: [{ ...draw, ...change }], shuffleOptions: false, isTraining: false },
    subjects,
  ).find(({ name }) => name === 'draws')?.text;

it.each([
  [{ count: '6' }, '6'],
  [{ subjectId: 3 }, '5, Português'],
  [{ topicId: 9, topic: 'Crase' }, '5, Crase'],
  [{ source: 'FGV' }, '5, FGV'],
  [{ year: 2024 }, '5, 2024'],
  [{ difficulty: 'hard' as const }, '5, Difícil'],
])('a draw with %j has a different text from one without', (change, text) => {
  expect(textOf({})).toBe('5');
  expect(textOf(change)).toBe(text);
});
