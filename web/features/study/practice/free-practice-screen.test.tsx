import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { getNextStep, type NextStep } from '#contract/study/exam-map.ts';
import { getPracticeChoices, listPractices, type PracticeChoices, startPractice } from '#contract/study/practice.ts';
import { getReviewToday, listMistakes, type Mistakes, type ReviewDay } from '#contract/study/review.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { signedIn } from '#web/testing/signed-in.ts';
import FreePracticeScreen from './free-practice-screen.tsx';

afterEach(() => queryClient.clear());

const counts: PracticeChoices = {
  total: 43,
  all: 900,
  subjects: [
    { id: 1, name: 'Português', count: 812 },
    { id: 2, name: 'Direito Penal', count: 88 },
  ],
  topics: [{ id: 8, parentId: null, name: 'Crase', count: 4 }],
  sources: [{ name: 'Vunesp', count: 31 }],
  organs: [{ name: 'TJ-SP', count: 9 }],
  posts: [{ name: 'Escrevente', count: 7 }],
  years: [{ from: 2024, to: null, count: 20 }],
  difficulties: [{ difficulty: 'hard', count: 12 }],
  unanswered: 40,
  wrong: 3,
  without: [],
};

const review: ReviewDay = {
  minutes: 14,
  items: [],
  cards: [],
  answeredCards: 0,
  tomorrowCards: 0,
  answered: 12,
  right: 9,
  tomorrow: 8,
  won: null,
  coming: [],
  most: 12,
  grip: null,
};
const step: NextStep = {
  kind: 'practice',
  target: { id: null, title: 'Crase', subject: 'Português', subjectId: 1, topicId: 8, questions: 15 },
  gain: 0.34,
  minutes: 25,
  reason: 'pesa 4 questões',
};
const mistakes: Mistakes = {
  items: [],
  total: 47,
  pages: 3,
  redo: 47,
  open: 47,
  outdated: 0,
  subjects: [
    { id: 2, name: 'Direito Penal', count: 16 },
    { id: 1, name: 'Português', count: 31 },
  ],
  reasons: [],
  noted: 0,
};

function school(told: Partial<PracticeChoices> = {}) {
  signedIn();
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }));
  const server = fakeServer();
  server.on(getPracticeChoices, answers.json({ ...counts, ...told }));
  server.on(listPractices, answers.json([]));
  server.on(getReviewToday, answers.json(review));
  server.on(getNextStep, answers.json({ step, more: true }));
  server.on(listMistakes, answers.json(mistakes));
  server.on(startPractice, answers.error(409, 'nothing_to_practise', 'Não há questões para treinar.'));
  return server;
}

const pressed = () => screen.getAllByRole('button', { pressed: true }).map(({ textContent }) => textContent);

it('the filters are stored in the address, and a topic is removed with its subject', async () => {
  const server = school();
  const address =
    '/practice?materia=1&assunto=8&banca=Vunesp&orgao=TJ-SP&cargo=Escrevente&ano=2024-&dificuldade=hard&so=wrong&quantas=20';
  const { user } = renderInApp(<FreePracticeScreen />, address);
  await screen.findByRole('group', { name: 'Matéria' });
  expect(pressed()).toEqual([
    'Português 812',
    'Crase 4',
    'Vunesp 31',
    'TJ-SP 9',
    'Escrevente 7',
    'Desde 2024 20',
    'Difícil 12',
    'Que eu errei 3',
  ]);
  await user.click(screen.getByRole('button', { name: 'Começar com 20' }));
  await waitFor(() =>
    expect(server.calls.at(-1)?.body).toMatchObject({
      subjectId: 1,
      topicIds: [8],
      sources: ['Vunesp'],
      organs: ['TJ-SP'],
      posts: ['Escrevente'],
      yearFrom: 2024,
      difficulties: ['hard'],
      only: 'wrong',
      count: 20,
    }),
  );
  await user.click(
    within(screen.getByRole('group', { name: 'Matéria' })).getByRole('button', { name: /^Direito Penal/ }),
  );
  await waitFor(() => expect(pressed()).not.toContain('Crase 4'));
  expect(pressed()).toContain('Vunesp 31');
  await user.click(screen.getByRole('button', { name: 'Limpar' }));
  await waitFor(() => expect(screen.queryAllByRole('button', { pressed: true })).toEqual([]));
});

it('a range of years is applied by Enter, and a range that ends before it begins is refused in words', async () => {
  school();
  const { user, path } = renderInApp(<FreePracticeScreen />, '/practice');
  await user.type(await screen.findByLabelText('Do ano'), '2018');
  await user.type(screen.getByLabelText('Até o ano'), '2016{Enter}');
  expect(screen.getByRole('alert').textContent).toBe('Use anos com quatro algarismos, do menor para o maior.');
  expect(path()).toBe('/practice');
  await user.type(screen.getByLabelText('Até o ano'), '{Backspace}9{Enter}');
  await waitFor(() => expect(path()).toBe('/practice?ano=2018-2019'));
});

it('offers what needs no choice with its figures, and what pays most is chosen by one press', async () => {
  school();
  const { user, path } = renderInApp(<FreePracticeScreen />, '/practice');
  await screen.findByText('12 questões hoje, 8 questões amanhã');
  expect((await screen.findByRole('link', { name: /^Caderno de erros/ })).textContent).toContain('47 em aberto');
  expect(screen.getByText('31 de Português')).toBeTruthy();
  expect(await screen.findByText('Crase, +0,3 ponto')).toBeTruthy();
  await user.click(screen.getByRole('link', { name: /^O que mais rende\s*15 questões/ }));
  expect(path()).toBe('/practice?materia=1&assunto=8&quantas=15');
  expect(await screen.findByRole('button', { name: 'Começar com 15' })).toBeTruthy();
});

it('invalid filters in the address are ignored', async () => {
  school();
  renderInApp(<FreePracticeScreen />, '/practice?materia=x&assunto=8,%25E0&ano=24-26&dificuldade=absurda&quantas=999');
  await screen.findByRole('button', { name: 'Começar com 10' });
  expect(screen.queryAllByRole('button', { pressed: true })).toEqual([]);
});

it('begins with as many as there are, and names a way out where there are none', async () => {
  school({
    total: 0,
    without: [
      { filter: 'sources', count: 12 },
      { filter: 'years', count: 2 },
    ],
  });
  const { user } = renderInApp(<FreePracticeScreen />, '/practice?banca=Vunesp');
  const start = await screen.findByRole<HTMLButtonElement>('button', { name: 'Começar treino' });
  expect(start.disabled).toBe(true);
  expect(screen.getByText('Tire um filtro. Sem a banca são 12 questões.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Tirar este filtro' }));
  await waitFor(() => expect(screen.queryAllByRole('button', { pressed: true })).toEqual([]));
});
