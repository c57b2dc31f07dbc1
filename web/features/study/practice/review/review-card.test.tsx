import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { getPreferences } from '#contract/preferences.ts';
import { changeCardState, listCardTopics, updateCard } from '#contract/study/cards.ts';
import { getNextStep } from '#contract/study/exam-map.ts';
import { getReviewForecast, getReviewToday, type ReviewDay } from '#contract/study/review.ts';
import { answerCard, type ReviewCard, undoCardAnswer } from '#contract/study/review-cards.ts';
import { queuedActions } from '#web/features/platform/offline/outbox.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { sessionQuery } from '#web/lib/session.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import DailyReviewScreen from './daily-review-screen.tsx';

const ME = '019a0000-0000-7000-8000-000000000001';

const reviewCard = (id: number, position: number): ReviewCard => ({
  position,
  card: {
    id,
    kind: 'basic',
    front: `Frente ${id}`,
    back: `Verso ${id}`,
    hint: '',
    gap: 1,
    picture: null,
    pictureSide: 'back',
    topicId: null,
    topic: null,
    subject: null,
    deck: '',
    tags: [],
    isSuspended: false,
    isClosed: false,
    source: null,
    sourceLabel: 'art. 144',
    revision: 1,
    createdAt: '2026-11-14T12:00:00.000Z',
    updatedAt: '2026-11-14T12:00:00.000Z',
  },
  reason: 'prestes a esquecer',
  isNew: false,
  answers: 2,
  lastGrade: 2,
  days: [1, 2, 6, 15],
});
const day: ReviewDay = {
  minutes: 2,
  items: [],
  cards: [reviewCard(1, 0), reviewCard(2, 1)],
  answered: 0,
  answeredCards: 0,
  right: 0,
  tomorrow: 3,
  tomorrowCards: 2,
  won: null,
  coming: [],
  most: 12,
  grip: null,
};

beforeEach(() => {
  queryClient.setQueryData(sessionQuery.queryKey, { id: ME, role: 'student' } as never);
});
afterEach(() => {
  queryClient.clear();
  localStorage.clear();
});

function open() {
  const server = fakeServer();
  server.on(getPreferences, answers.json({ shortcuts: true }));
  server.on(getReviewToday, answers.json(day));
  server.on(getNextStep, answers.json({ step: null, more: false }));
  server.on(
    getReviewForecast,
    answers.json({ enough: false, answers: 0, missing: 60, exam: null, all: null, subjects: [] }),
  );
  server.on(answerCard, answers.json({ ok: true }));
  server.on(undoCardAnswer, answers.json({ ok: true }));
  return { ...renderInApp(<DailyReviewScreen />, '/review'), server };
}
const sent = (server: ReturnType<typeof fakeServer>) =>
  server.calls.filter(({ path }) => path === '/api/review/card-answers').map(({ body }) => body);

it('a card shows its answer on demand, says when each grade brings it back, and De novo asks it again', async () => {
  const { user, server } = open();
  expect(await screen.findByText('Frente 1')).toBeTruthy();
  expect(screen.getByText(/Terceira vez; da última foi com esforço\./)).toBeTruthy();
  expect(screen.queryByText('Verso 1')).toBeNull();
  await user.click(screen.getByRole('button', { name: /Mostrar a resposta/ }));
  expect(screen.getByText('Verso 1')).toBeTruthy();
  expect(screen.getByRole('button', { name: /Bem em 6 dias/ })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: /De novo ainda hoje/ }));
  expect(await screen.findByText('Frente 2')).toBeTruthy();
  expect(screen.getByText(/2 de 3/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: /Mostrar a resposta/ }));
  await user.click(screen.getByRole('button', { name: /Fácil/ }));
  expect(await screen.findByText('Frente 1')).toBeTruthy();
  expect(sent(server)).toMatchObject([
    { cardId: 1, grade: 1 },
    { cardId: 2, grade: 4 },
  ]);
});

it('the space bar shows the answer and a digit answers', async () => {
  const { user, server } = open();
  await screen.findByText('Frente 1');
  await user.keyboard(' ');
  expect(await screen.findByText('Verso 1')).toBeTruthy();
  await user.keyboard('3');
  expect(await screen.findByText('Frente 2')).toBeTruthy();
  expect(sent(server)).toMatchObject([{ cardId: 1, grade: 3 }]);
});

it('an undo takes the answer back by its key and asks the card once more', async () => {
  const { user, server } = open();
  await screen.findByText('Frente 1');
  await user.keyboard(' 1');
  await screen.findByText('Frente 2');
  await user.click(screen.getByRole('button', { name: 'Desfazer a última resposta' }));
  expect(await screen.findByText('Frente 1')).toBeTruthy();
  expect(screen.getByText(/1 de 2/)).toBeTruthy();
  const [{ key }] = sent(server) as [{ key: string }];
  expect(server.calls.map(({ path }) => path)).toContain(`/api/review/card-answers/${key}`);
  // The next answer has another key: the server would ignore the undone one.
  await user.keyboard(' 3');
  await screen.findByText('Frente 2');
  expect((sent(server)[1] as { key: string }).key).not.toBe(key);
});

it('a card that is suspended leaves the list without an answer', async () => {
  const { user, server } = open();
  await screen.findByText('Frente 1');
  server.on(changeCardState, answers.json({ ...reviewCard(1, 0).card, isSuspended: true }));
  await user.click(screen.getByRole('button', { name: 'Não mostrar mais' }));
  expect(await screen.findByText('Frente 2')).toBeTruthy();
  expect(sent(server)).toEqual([]);
});

it('without a network the answer is queued once and the next card comes', async () => {
  const { user, server } = open();
  await screen.findByText('Frente 1');
  server.on(answerCard, answers.offline);
  await user.keyboard(' 3');
  expect(await screen.findByText('Frente 2')).toBeTruthy();
  expect(queuedActions(ME)).toMatchObject([{ kind: 'card-answer', cardId: 1, grade: 3 }]);
});

it('the end of the review counts cards apart from questions', async () => {
  const { user } = open();
  await screen.findByText('Frente 1');
  await user.keyboard(' 3');
  await screen.findByText('Frente 2');
  await user.keyboard(' 3');
  expect(await screen.findByText('Revisão de hoje feita')).toBeTruthy();
  await waitFor(() => expect(screen.getByText(/2 cartões revistos/)).toBeTruthy());
});

it('the answer to the last card can be undone at the end of the review', async () => {
  const { user, server } = open();
  await screen.findByText('Frente 1');
  await user.keyboard(' 3');
  await screen.findByText('Frente 2');
  await user.keyboard(' 3');
  await screen.findByText('Revisão de hoje feita');
  await user.click(screen.getByRole('button', { name: 'Desfazer a última resposta' }));
  expect(await screen.findByText('Frente 2')).toBeTruthy();
  expect(screen.getByText(/2 de 2/)).toBeTruthy();
  const [, { key }] = sent(server) as [unknown, { key: string }];
  expect(server.calls.map(({ path }) => path)).toContain(`/api/review/card-answers/${key}`);
});

it.each(['De novo', 'Desfazer'])('an edited card comes back with its new text after %s', async (how) => {
  const { user, server } = open();
  server.on(listCardTopics, answers.json({ topics: [], cards: 0, suspended: 0 }));
  server.on(updateCard, answers.json({ ...reviewCard(1, 0).card, front: 'Frente nova', revision: 2 }));
  await screen.findByText('Frente 1');
  await user.click(screen.getByRole('button', { name: 'Editar cartão' }));
  await user.type(await screen.findByLabelText('Verso'), '!');
  await user.click(screen.getByRole('button', { name: 'Concluir' }));
  expect(await screen.findByText('Frente nova')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: /Mostrar a resposta/ }));
  await user.click(screen.getByRole('button', { name: /De novo ainda hoje/ }));
  await screen.findByText('Frente 2');
  if (how === 'Desfazer') await user.click(screen.getByRole('button', { name: 'Desfazer a última resposta' }));
  else await user.keyboard(' 3');
  expect(await screen.findByText('Frente nova')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Editar cartão' }));
  await user.type(await screen.findByLabelText('Verso'), '?');
  await user.click(screen.getByRole('button', { name: 'Concluir' }));
  await waitFor(() =>
    expect(server.calls.flatMap(({ body }) => (body as { revision?: number })?.revision ?? [])).toEqual([1, 2]),
  );
});
