import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { Route } from 'wouter';
import { finishPractice, getPractice, type Practice } from '#contract/study/practice.ts';
import { chooseInPractice, getTimedPracticeOffer, startTimedPractice } from '#contract/study/timed-practice.ts';
import { localKey } from '#web/lib/local-data.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { signedIn } from '#web/testing/signed-in.ts';
import { practiceQuery } from '../practice.queries.ts';
import PracticeScreen from '../practice-screen.tsx';
import TimedOffer from './timed-offer.tsx';

afterEach(() => {
  queryClient.clear();
  localStorage.clear();
});

const NOW = '2026-11-18T12:00:00.000Z';
const timed = { deadlineAt: '2026-11-18T12:30:00.000Z', serverTime: NOW };
const question = (id: number) => ({
  id,
  kind: 'choice' as const,
  format: 'plain' as const,
  baseText: null,
  questionText: `Enunciado ${id}`,
  options: [1, 2].map((place) => ({ id: id * 10 + place, optionText: `Alternativa ${place} da ${id}` })),
  subject: 'Português',
  source: '',
  organ: '',
  post: '',
  year: null,
  difficulty: null,
  answer: null,
  chosenOptionId: null,
  postponesTo: null,
});
const open: Practice = {
  id: 7,
  kind: 'timed',
  quizId: null,
  questionListId: null,
  title: 'Simulado dos meus erros',
  startedAt: NOW,
  total: 2,
  answered: 0,
  correct: 0,
  finishedAt: null,
  timed,
  questions: [question(1), question(2)],
};
const key = { rightOptionId: 12, comment: 'Porque sim.', optionComments: [], isAnnulled: false };
const over: Practice = {
  ...open,
  timed: null,
  finishedAt: '2026-11-18T12:10:00.000Z',
  answered: 1,
  correct: 1,
  questions: [
    { ...question(1), answer: { ...key, optionId: 12, isCorrect: true } },
    { ...question(2), unansweredKey: { ...key, rightOptionId: 21 } },
  ],
};
const saved = (answered: number) => answers.json({ answered, total: 2, deadlineAt: timed.deadlineAt, serverTime: NOW });

function openPractice(practice: Practice = open) {
  const user = signedIn();
  const server = fakeServer();
  server.on(getPractice, answers.json(practice));
  server.on(chooseInPractice, saved(1));
  server.on(finishPractice, answers.json(over));
  const sent = () => server.calls.filter(({ path }) => path.endsWith('/choices')).map(({ body }) => body);
  const app = renderInApp(<Route path="/practice/:id" component={PracticeScreen} />, '/practice/7');
  const unsent = () => localStorage.getItem(localKey(user.id, 'unsent:timed:7'));
  return { server, sent, unsent, ...app };
}

it('a choice is sent at once, can be changed, and shows no verdict', async () => {
  const { sent, user, unsent } = openPractice();
  await user.click(await screen.findByRole('radio', { name: /Alternativa 1 da 1/ }));
  await user.click(screen.getByRole('radio', { name: /Alternativa 2 da 1/ }));
  await waitFor(() => expect(sent().at(-1)).toEqual({ choices: [{ questionId: 1, optionId: 12 }] }));
  await waitFor(() => expect(unsent()).toBeNull());
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /Alternativa 2 da 1/ }).checked).toBe(true);
  expect(screen.queryByText(/Resposta (certa|errada)/)).toBeNull();
});

it('without a network a choice stays in this browser and is sent when the network is back', async () => {
  const { server, sent, user, unsent } = openPractice();
  server.on(chooseInPractice, 'offline');
  await user.click(await screen.findByRole('radio', { name: /Alternativa 2 da 1/ }));
  await screen.findByText(/1 resposta guardada neste aparelho/);
  expect(unsent()).toBe('[[1,12]]');
  server.on(chooseInPractice, saved(1));
  act(() => void window.dispatchEvent(new Event('online')));
  await waitFor(() => expect(unsent()).toBeNull());
  expect(sent().at(-1)).toEqual({ choices: [{ questionId: 1, optionId: 12 }] });
});

it('a choice that a closed tab left behind is shown and sent', async () => {
  const user = signedIn();
  localStorage.setItem(localKey(user.id, 'unsent:timed:7'), '[[1,12]]');
  const { sent, unsent } = openPractice();
  await screen.findByRole('button', { name: 'Questão 1, respondida' });
  await waitFor(() => expect(unsent()).toBeNull());
  expect(sent()).toEqual([{ choices: [{ questionId: 1, optionId: 12 }] }]);
});

it('the end asks about blanks, then shows every question with its key', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  const { user } = openPractice();
  await user.click(await screen.findByRole('radio', { name: /Alternativa 2 da 1/ }));
  await user.click(screen.getByRole('button', { name: 'Finalizar' }));
  const asked = await screen.findByRole('alertdialog');
  expect(asked.textContent).toContain('Falta 1 questão');
  await user.click(within(asked).getByRole('button', { name: 'Finalizar' }));
  await screen.findByText('1 questão em branco.', { exact: false });
  screen.getByRole('button', { name: /Questão 1, certa/ });
  await user.click(screen.getByRole('button', { name: /Questão 2, em branco/ }));
  await screen.findByText('Enunciado 2');
  screen.getByText('Porque sim.');
});

it('the end has its price in the question before it, where it delays a certificate', async () => {
  const priced = open.questions.map((one) => ({ ...one, postponesTo: '2026-11-19T15:07:00.000Z' }));
  const { user } = openPractice({ ...open, questions: priced });
  await user.click(await screen.findByRole('button', { name: 'Finalizar' }));
  expect((await screen.findByRole('alertdialog')).textContent).toContain('adia o certificado para 19/11, 12h07');
});

it('a simulado that ended elsewhere drops the late choice, says so and shows the result', async () => {
  const { server, user, unsent } = openPractice();
  await screen.findByRole('radio', { name: /Alternativa 2 da 1/ });
  server.on(chooseInPractice, answers.error(409, 'state_conflict', 'Terminou.', { status: 'finished' }));
  server.on(getPractice, answers.json(over));
  await user.click(screen.getByRole('radio', { name: /Alternativa 2 da 1/ }));
  await screen.findByText('O simulado já tinha terminado');
  await screen.findByRole('heading', { name: 'Resultado' });
  expect(unsent()).toBeNull();
});

it('the clock at zero hands it in without asking', async () => {
  const ends = new Date(Date.parse(NOW) + 40).toISOString();
  openPractice({ ...open, timed: { deadlineAt: ends, serverTime: NOW } });
  await screen.findByRole('heading', { name: 'Resultado' });
});

const offer = { available: 30, withheld: 2, leavesOutExam: false, open: null, postponesTo: null };

it('the offer starts with the proposed number and minutes, and says what is left out', async () => {
  signedIn();
  const server = fakeServer();
  server.on(getTimedPracticeOffer, answers.json(offer));
  server.on(startTimedPractice, answers.json({ practiceId: 7 }, 201));
  const { user, path } = renderInApp(<TimedOffer />);
  await screen.findByText('20 questões em 1h, com o gabarito só no fim.');
  await user.click(screen.getByRole('button', { name: 'Montar simulado' }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('2 questões ficam de fora');
  await user.clear(within(dialog).getByLabelText('Quantas questões'));
  await user.type(within(dialog).getByLabelText('Quantas questões'), '99');
  await user.click(within(dialog).getByRole('button', { name: 'Começar agora' }));
  await vi.waitFor(() => expect(path()).toBe('/practice/7'));
  expect(server.calls.at(-1)?.body).toMatchObject({ count: 30, minutes: 90 });
});

it('the offer proposes the minutes of a person with extra time, and starts with them', async () => {
  signedIn();
  const server = fakeServer();
  server.on(getTimedPracticeOffer, answers.json({ ...offer, extraTime: { percent: 25, minutes: 0 } }));
  server.on(startTimedPractice, answers.json({ practiceId: 7 }, 201));
  const { user, path } = renderInApp(<TimedOffer />);
  await screen.findByText('20 questões em 1h15, com o seu tempo a mais, com o gabarito só no fim.');
  await user.click(screen.getByRole('button', { name: 'Montar simulado' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Começar agora' }));
  await vi.waitFor(() => expect(path()).toBe('/practice/7'));
  expect(server.calls.at(-1)?.body).toMatchObject({ count: 20, minutes: 75 });
});

it('the offer leads back into the open simulado', async () => {
  signedIn();
  const server = fakeServer();
  const begun = { practiceId: 7, deadlineAt: timed.deadlineAt, answered: 1, total: 2 };
  server.on(getTimedPracticeOffer, answers.json({ ...offer, open: begun }));
  renderInApp(<TimedOffer />);
  const link = await screen.findByRole('link', { name: 'Continuar' });
  expect(link.getAttribute('href')).toBe('/practice/7');
});

it('a result that is opened later says that choices of this device came too late, once', async () => {
  const me = signedIn();
  localStorage.setItem(localKey(me.id, 'unsent:timed:7'), JSON.stringify([[2, 21]]));
  const { unsent } = openPractice(over);
  expect(await screen.findByText('1 resposta chegou depois do fim.')).toBeTruthy();
  expect(unsent()).toBeNull();
});

it('a practice that was read before shows the time that is left once the server has answered', async () => {
  queryClient.setQueryData(practiceQuery(7).queryKey, open, { updatedAt: 1 });
  openPractice({ ...open, timed: { ...timed, serverTime: '2026-11-18T12:20:00.000Z' } });
  await screen.findByText(/^(10:00|09:5\d)$/);
});
