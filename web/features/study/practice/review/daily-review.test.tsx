import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { getPreferences } from '#contract/preferences.ts';
import { getNextStep, type NextStep } from '#contract/study/exam-map.ts';
import { sendOffline } from '#contract/study/offline.ts';
import { countQuestionComments } from '#contract/study/question-comments.ts';
import {
  answerReview,
  changeMistake,
  getReviewForecast,
  getReviewToday,
  postponeReview,
  type ReviewDay,
  resumeReview,
} from '#contract/study/review.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { sessionQuery } from '#web/lib/session.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { toastStore } from '#web/ui/toast.ts';
import DailyReviewScreen from './daily-review-screen.tsx';
import { unsentAnswers } from './review-outbox.ts';

const ME = '019a0000-0000-7000-8000-000000000001';

const item = (questionId: number, reason: string): ReviewDay['items'][number] => ({
  questionId,
  standsFor: null,
  reason,
  isNew: reason.startsWith('nova'),
  kind: 'choice',
  format: 'plain',
  baseText: null,
  questionText: `Enunciado ${questionId}`,
  options: ['um', 'dois'].map((optionText, place) => ({ id: questionId * 10 + place, optionText })),
  subject: 'Português',
  topic: 'Crase',
  postponesTo: null,
});
const day: ReviewDay = {
  minutes: 3,
  items: [item(1, 'você errou há 9 dias'), item(2, 'nova: Crase')],
  cards: [],
  answered: 0,
  answeredCards: 0,
  tomorrowCards: 0,
  right: 0,
  tomorrow: 7,
  won: null,
  coming: [],
  most: 12,
  grip: null,
};
const told = (questionId: number, isCorrect: boolean) => ({
  answer: {
    optionId: questionId * 10,
    isCorrect,
    rightOptionId: questionId * 10 + (isCorrect ? 0 : 1),
    comment: 'Porque sim.',
    optionComments: [],
    isAnnulled: false,
  },
});

beforeEach(() => {
  queryClient.setQueryData(sessionQuery.queryKey, { id: ME, role: 'student' } as never);
});
afterEach(() => {
  queryClient.clear();
  localStorage.clear();
});

function open() {
  const server = fakeServer();
  server.on(getPreferences, answers.json({ shortcuts: false }));
  server.on(getReviewToday, answers.json(day));
  server.on(getNextStep, answers.json({ step: null, more: false }));
  return { ...renderInApp(<DailyReviewScreen />, '/review'), server };
}

it('the review asks one question after the other, gives the reason of each, and ends with the results', async () => {
  const { user, server } = open();
  server.on(answerReview, answers.json(told(1, false)));
  server.on(changeMistake, answers.json({ reason: 'content', note: '' }));
  await screen.findByText('você errou há 9 dias');
  await user.click(screen.getByText('um'));
  await user.click(screen.getByRole('button', { name: 'Responder' }));
  await screen.findByText('Porque sim.');
  await user.click(screen.getByRole('button', { name: 'Conteúdo' }));
  await waitFor(() =>
    expect(server.calls).toContainEqual(
      expect.objectContaining({ path: '/api/mistakes/1', body: { reason: 'content' } }),
    ),
  );

  server.on(answerReview, answers.json(told(2, true)));
  await user.click(screen.getByRole('button', { name: 'Próxima questão' }));
  await user.click(screen.getByText('um'));
  await user.click(screen.getByRole('button', { name: 'Responder' }));
  await user.click(await screen.findByRole('button', { name: 'Foi chute' }));
  const sent = server.calls.filter(({ path }) => path === '/api/review/answers').map(({ body }) => body);
  expect(sent).toHaveLength(3);
  // The guess is sent for the same answer.
  expect(sent[2]).toEqual({ ...(sent[1] as object), guessed: true });

  server.on(
    getReviewToday,
    answers.json({
      ...day,
      items: [],
      answered: 2,
      tomorrow: 9,
      won: { before: 61, after: 64 },
      coming: [
        { day: '2026-11-16', back: 7, fresh: 2 },
        { day: '2026-11-17', back: 1, fresh: 0 },
      ],
      grip: { firm: 1, firmDays: 23, almost: 0, almostDays: 0, notYet: 1 },
    }),
  );
  const target = { id: 7, title: 'Crase', subject: 'Português', subjectId: 1, topicId: 3, questions: null };
  const step: NextStep = { kind: 'lesson', target, gain: 0.4, minutes: 6, reason: 'vale cerca de +0,4 ponto' };
  server.on(getNextStep, answers.json({ step, more: false }));
  const recall = { mean: 0.61, low: 0.55, high: 0.67 };
  const outlook = { questions: 80, today: recall, ifStopped: recall, ifFollowed: { mean: 0.8, low: 0.7, high: 0.9 } };
  const exam = { id: 1, name: 'Soldado PM', date: '2027-01-31', daysLeft: 76 };
  const subjects = [{ subjectId: 1, name: 'Português', ...outlook }];
  server.on(getReviewForecast, answers.json({ enough: true, answers: 90, missing: 0, exam, all: outlook, subjects }));
  await user.click(screen.getByRole('button', { name: 'Terminar revisão' }));
  await screen.findByRole('heading', { name: 'Revisão de hoje feita' });
  expect(screen.getByText('2 questões. Você acertou 0.')).toBeTruthy();
  expect((await screen.findByText(/No dia da prova/)).textContent).toBe(
    'No dia da prova: de 61% para 64% do que já respondeu.',
  );
  expect(screen.getByText('Amanhã: 9 questões.')).toBeTruthy();
  expect(screen.getByText('Firmes').parentElement?.textContent).toBe('Firmes1por 23 dias ou mais');
  expect(screen.getByText('Ainda não').parentElement?.textContent).toBe('Ainda não1foram para o caderno');
  screen.getByRole('region', { name: 'Próximos dias' });
  await screen.findByRole('region', { name: 'Crase' });
  expect(screen.getByRole('link', { name: 'Ler a aula' }).getAttribute('href')).toBe('/articles/7');
  screen.getByRole('img', { name: 'amanhã: 7 questões voltam e 2 novas; 17 de novembro: 1 questão volta' });
  const row = await screen.findByRole('row', { name: /Português/ });
  expect(row.textContent).toContain('80%');
});

it('an answered question of the review has comments and can be saved in a list; an open one has neither', async () => {
  // The comments load when their place scrolls near.
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly report: (seen: { isIntersecting: boolean }[]) => void;
      constructor(report: (seen: { isIntersecting: boolean }[]) => void) {
        this.report = report;
      }
      observe() {
        this.report([{ isIntersecting: true }]);
      }
      disconnect() {}
    },
  );
  const { user, server } = open();
  server.on(answerReview, answers.json(told(1, true)));
  server.on(countQuestionComments, answers.json({ isOff: false, total: 2, sealed: 0, postponesTo: null }));
  await screen.findByText('Enunciado 1');
  expect(screen.queryByRole('button', { name: 'Guardar no caderno' })).toBeNull();
  expect(screen.queryByText('Comentários')).toBeNull();
  await user.click(screen.getByText('um'));
  await user.click(screen.getByRole('button', { name: 'Responder' }));
  expect(await screen.findByRole('button', { name: 'Guardar no caderno' })).toBeTruthy();
  await waitFor(() => expect(screen.getByText('Comentários').closest('summary')?.textContent).toContain('2'));
});

it('without a network an answer is stored, the review continues, and the answer is sent at the next visit', async () => {
  const first = open();
  first.server.on(answerReview, answers.offline);
  await screen.findByText('Enunciado 1');
  await first.user.click(screen.getByText('um'));
  await first.user.click(screen.getByRole('button', { name: 'Responder' }));
  await screen.findByText('Resposta guardada neste aparelho');
  expect(unsentAnswers(ME)).toMatchObject([{ questionId: 1, optionId: 10 }]);
  await first.user.click(screen.getByRole('button', { name: 'Próxima questão' }));
  await screen.findByText('Enunciado 2');

  const [{ key, at } = { key: '', at: '' }] = unsentAnswers(ME);
  first.server.on(sendOffline, answers.json({ results: [{ key, state: 'done', message: null }] }));
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(unsentAnswers(ME)).toEqual([]));
  // With the time at which it was given.
  expect(first.server.calls.findLast(({ path }) => path === sendOffline.path)?.body).toEqual({
    deeds: [{ kind: 'answer', of: 'review', key, at, questionId: 1, optionId: 10 }],
  });
});

it('an answer that is finally refused is deleted', async () => {
  const { user, server } = open();
  server.on(answerReview, answers.error(404, 'not_found', 'Esta questão não está mais na revisão.'));
  await screen.findByText('Enunciado 1');
  await user.click(screen.getByText('um'));
  await user.click(screen.getByRole('button', { name: 'Responder' }));
  await screen.findByText('Esta questão não está mais na revisão.');
  expect(unsentAnswers(ME)).toEqual([]);
});

it('a question that is put off leaves the list at once, and comes at its end when that is taken back', async () => {
  const { user, server } = open();
  server.on(postponeReview, answers.json({ ok: true }));
  server.on(resumeReview, answers.json({ ok: true }));
  await screen.findByText('você errou há 9 dias');
  expect(screen.getByText(/^1 de 2/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Adiar até amanhã' }));
  expect(await screen.findByText(/^1 de 1/)).toBeTruthy();
  expect(screen.queryByText('você errou há 9 dias')).toBeNull();
  expect(server.calls).toContainEqual(expect.objectContaining({ path: '/api/review/postponed/1' }));
  toastStore.get()?.action?.onPress();
  expect(await screen.findByText(/^1 de 2/)).toBeTruthy();
  expect(screen.queryByText('você errou há 9 dias')).toBeNull();
  expect(server.calls.filter(({ path }) => path === '/api/review/postponed/1')).toHaveLength(2);
});

it('a question that could not be put off stays, and the failure is said', async () => {
  const { user, server } = open();
  server.on(postponeReview, answers.error(500, 'internal', 'Falhou.'));
  await user.click(await screen.findByRole('button', { name: 'Adiar até amanhã' }));
  await waitFor(() => expect(toastStore.get()?.title).toBe('Questão não adiada'));
  expect(screen.getByText('você errou há 9 dias')).toBeTruthy();
});
