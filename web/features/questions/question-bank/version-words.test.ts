import { expect, it } from 'vitest';
import type { QuestionVersion } from '#contract/questions/question-bank.ts';
import { changedFields } from './version-words.ts';

const option = (optionText: string, isCorrect = false) => ({ id: 1, optionText, comment: '', isCorrect });
const version = (about: Partial<QuestionVersion> = {}): QuestionVersion => ({
  id: 1,
  number: 1,
  createdAt: '2026-11-16T12:00:00.000Z',
  isCurrent: false,
  format: 'plain',
  baseText: null,
  questionText: 'Qual?',
  comment: '',
  options: [option('um', true), option('dois')],
  ...about,
});

it('the differences between two versions are listed by name', () => {
  expect(changedFields(version(), version({ id: 2, number: 2 }))).toEqual([]);
  const changed = version({
    questionText: 'Quais?',
    options: [option('um'), option('dois', true), option('três')],
  });
  expect(changedFields(version(), changed)).toEqual(['enunciado', 'gabarito', 'alternativa C']);
  expect(changedFields(version(), version({ options: [option('Um', true), option('dois')] }))).toEqual([
    'alternativa A',
  ]);
});
