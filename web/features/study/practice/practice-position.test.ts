import { expect, it } from 'vitest';
import type { Practice } from '#contract/study/practice.ts';
import { positionToShow } from './practice-position.ts';

const reveal = {
  optionId: 1,
  isCorrect: true,
  rightOptionId: 1,
  comment: '',
  optionComments: [],
  isAnnulled: false,
  shares: null,
};
const practice = (answered: boolean[], finishedAt: string | null = null): Practice => ({
  id: 1,
  kind: 'training',
  questionListId: null,
  quizId: 1,
  title: 'Treino',
  startedAt: '2026-11-15T12:00:00.000Z',
  total: answered.length,
  answered: answered.filter(Boolean).length,
  correct: 0,
  finishedAt,
  questions: answered.map((isAnswered, place) => ({
    id: place + 1,
    kind: 'choice',
    format: 'plain',
    baseText: null,
    questionText: '?',
    options: [],
    subject: null,
    source: '',
    organ: '',
    post: '',
    year: null,
    difficulty: null,
    answer: isAnswered ? reveal : null,
    postponesTo: null,
  })),
});
const END = '2026-11-15T12:30:00.000Z';

it.each([
  ['begins at the first question', practice([false, false]), null, 0],
  ['goes on at the first open one', practice([true, false]), null, 1],
  ['stays at the answered question that was in view', practice([true, false]), 0, 0],
  ['stays at the last answer before the result is asked for', practice([true, true], END), 1, 1],
  ['stays at the result', practice([true, true], END), 2, 2],
  ['shows the result of what was ended early', practice([true, false], END), 2, 2],
  ['does not jump over open questions', practice([true, false, false]), 2, 1],
  ['knows no place beyond the last', practice([true, false]), 9, 1],
  ['shows no result of what is not over', practice([true, false]), 2, 1],
])('%s', (_, one, kept, place) => {
  expect(positionToShow(one, kept)).toBe(place);
});
