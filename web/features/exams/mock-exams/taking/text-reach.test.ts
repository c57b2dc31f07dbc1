import { expect, it } from 'vitest';
import type { Question } from '#contract/questions/question.ts';
import { reachOf } from './text-reach.ts';

const question = (id: number, versionId: number | null): Question => ({
  id,
  kind: 'true_false',
  format: 'plain',
  baseText: versionId === null ? null : { id: 1, versionId, title: '', format: 'plain', text: 'Texto' },
  questionText: '',
  options: [],
});

it('says which questions in a row are read with a text, and nothing for one alone', () => {
  const questions = [null, 4, 4, 4, 7, null, 4].map((versionId, index) => question(index + 1, versionId));
  expect(reachOf(questions, 1)).toBe('para as questões 2 a 4');
  expect(reachOf(questions, 3)).toBe('para as questões 2 a 4');
  expect(reachOf(questions, 4)).toBeNull();
  expect(reachOf(questions, 6)).toBeNull();
});
