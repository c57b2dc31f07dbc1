import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { getQuizPractice, type Practice, type PracticeQuestion } from '#contract/study/practice.ts';
import { addToQuestionList, listQuestionLists } from '#contract/study/question-lists.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { PracticeSummary } from './practice-summary.tsx';

afterEach(() => queryClient.clear());

const answered = (id: number, isCorrect: boolean): PracticeQuestion => ({
  id,
  kind: 'choice',
  format: 'plain',
  baseText: null,
  questionText: `Questão ${id}`,
  options: [1, 2].map((option) => ({ id: option, optionText: `opção ${option}` })),
  subject: null,
  source: '',
  organ: '',
  post: '',
  year: null,
  difficulty: null,
  answer: { optionId: 1, rightOptionId: 1, comment: '', optionComments: [], isAnnulled: false, isCorrect },
  postponesTo: null,
});
const practice = (quizId: number | null, results: boolean[]): Practice => ({
  id: 9,
  kind: quizId === null ? 'free' : 'training',
  quizId,
  questionListId: null,
  title: 'Treino',
  startedAt: '2026-11-12T12:00:00.000Z',
  finishedAt: '2026-11-12T12:11:00.000Z',
  total: results.length,
  answered: results.length,
  correct: results.filter(Boolean).length,
  questions: results.map((isCorrect, at) => answered(at + 1, isCorrect)),
});
const offer = { training: true, wrongCount: 1, openTraining: null, openMistakes: null };

it('the wrong ones of a simulado are offered with what their keys cost, inside the button', async () => {
  const server = fakeServer();
  server.on(getQuizPractice, answers.json({ ...offer, postponesTo: '2026-11-18T15:07:00.000Z' }));
  renderInApp(<PracticeSummary practice={practice(3, [true, false])} />);
  const button = await screen.findByRole('button', { name: /^Refazer só as erradas/ });
  expect(button.textContent).toContain('adia o certificado para 18/11, 12h07');
});

it('where no certificate waits the button has no price', async () => {
  const server = fakeServer();
  server.on(getQuizPractice, answers.json({ ...offer, postponesTo: null }));
  renderInApp(<PracticeSummary practice={practice(3, [false])} />);
  const button = await screen.findByRole('button', { name: /^Refazer só as erradas/ });
  expect(button.textContent).toBe('Refazer só as erradas');
});

it('the wrong ones are saved in a list together; without any there is nothing to save', async () => {
  const server = fakeServer();
  const list = { id: 4, name: 'Erros de novembro', total: 2, isLiving: false, hasQuestion: false };
  server.on(listQuestionLists, answers.json([list]));
  server.on(addToQuestionList, answers.json({ added: 2, total: 4 }));
  const { user } = renderInApp(<PracticeSummary practice={practice(null, [false, true, false])} />);
  await user.click(screen.getByRole('button', { name: 'Guardar as erradas' }));
  await user.click(await screen.findByRole('button', { name: /^Erros de novembro/ }));
  await waitFor(() =>
    expect(server.calls).toContainEqual(
      expect.objectContaining({ path: '/api/question-lists/4/questions', body: { questionIds: [1, 3] } }),
    ),
  );
  expect(await screen.findByText('2 questões guardadas')).toBeTruthy();
});

it('a practice without mistakes offers neither', () => {
  renderInApp(<PracticeSummary practice={practice(3, [true])} />);
  expect(screen.queryByRole('button')).toBeNull();
});
