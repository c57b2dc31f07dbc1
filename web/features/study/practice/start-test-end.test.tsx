import { screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Route } from 'wouter';
import { getPreferences } from '#contract/preferences.ts';
import { getPractice, type Practice, type PracticeQuestion } from '#contract/study/practice.ts';
import { getStudyPlan } from '#contract/study/study-plan.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { answers, fakeServer, later } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { PracticeQuestionView } from './practice-question.tsx';
import PracticeScreen from './practice-screen.tsx';
import { inOrderOfPlan, resultTitle, riseOf, testName } from './start-test-words.ts';

afterEach(() => queryClient.clear());

const verdict = { optionId: 1, rightOptionId: 1, comment: 'Porque sim.', optionComments: [], isAnnulled: false };
const asked = (id: number, subject: string, isCorrect: boolean | null): PracticeQuestion => ({
  id,
  kind: 'choice',
  format: 'plain',
  baseText: null,
  questionText: `Questão de ${subject}`,
  options: [1, 2].map((option) => ({ id: option, optionText: `opção ${option}` })),
  subject,
  source: '',
  organ: '',
  post: '',
  year: null,
  difficulty: null,
  answer: isCorrect === null ? null : { ...verdict, isCorrect },
  postponesTo: null,
});
const questions = [
  asked(1, 'Português', true),
  asked(2, 'Português', true),
  asked(3, 'Português', true),
  asked(4, 'História', true),
  asked(5, 'Penal', true),
  asked(6, 'Penal', false),
  asked(7, 'Lógica', false),
  asked(8, 'Lógica', false),
];
const test: Practice = {
  id: 9,
  kind: 'start',
  quizId: null,
  questionListId: null,
  title: 'Teste de partida',
  startedAt: '2026-11-12T12:00:00.000Z',
  finishedAt: '2026-11-12T12:11:00.000Z',
  total: 8,
  answered: 8,
  correct: 5,
  questions,
};
const item = (subjectName: string) => ({ subjectName }) as never;
const plan = {
  today: { day: '2026-11-12', items: [item('Lógica'), item('Crase')] },
  days: [{ day: '2026-11-14', minutes: 30, items: [item('Lógica'), item('Penal')] }],
};

function open(practice: Practice, read: Parameters<ReturnType<typeof fakeServer>['on']>[1] = answers.json(plan)) {
  const server = fakeServer();
  server.on(getPreferences, answers.json({ shortcuts: false }));
  server.on(getPractice, answers.json(practice));
  server.on(getStudyPlan, read);
  return { server, ...renderInApp(<Route path="/practice/:id" component={PracticeScreen} />, '/practice/9') };
}

it('the start test ends with a sun for each subject, the strongest one, and what the plan does with each', async () => {
  open(test);
  expect(await screen.findByRole('heading', { level: 1, name: '5 de 8, mais forte: Português' })).toBeTruthy();
  expect(screen.getByText('Teste de partida, 11 min')).toBeTruthy();
  const suns = within(screen.getByRole('list', { name: 'Acertos por matéria' })).getAllByRole('listitem');
  expect(suns.map((sun) => sun.textContent)).toEqual(['3/3Português', '1/2Penal', '0/2Lógica', '1/1História']);
  expect(await screen.findByText('é por aqui que o plano começa')).toBeTruthy();
  const rows = within(screen.getByRole('region', { name: 'O que isso muda no seu plano' })).getAllByRole('listitem');
  expect(rows.map((row) => row.textContent)).toEqual([
    'Lógicaé por aqui que o plano começa0 de 2',
    'Penalcomeça no sábado1 de 2',
    'Portuguêsentra na revisão3 de 3',
    'Históriauma resposta só: entra na revisão1 de 1',
  ]);
  expect(screen.getByRole('link', { name: 'Ver meu plano' }).getAttribute('href')).toBe('/');
  expect(document.querySelector('[data-session]')).not.toBeNull();
});

it('a start test that was ended without an answer leads to the plan and names no result', async () => {
  open({ ...test, answered: 0, correct: 0, questions: questions.map((one) => ({ ...one, answer: null })) });
  expect(await screen.findByText(/Nenhuma questão respondida/)).toBeTruthy();
});

it.each([
  ['the start test', true],
  ['a practice', false],
])('an answered question of %s has comments, doubts and lists only outside the start test', async (_, isTest) => {
  const server = fakeServer();
  server.on(getPreferences, answers.json({ shortcuts: false }));
  renderInApp(
    <PracticeQuestionView
      practiceId={9}
      isTest={isTest}
      question={asked(1, 'Português', false)}
      number={1}
      isLast={false}
      onNext={() => undefined}
    />,
  );
  expect(await screen.findByText('Porque sim.')).toBeTruthy();
  const leads = screen.queryAllByRole('button', { name: /caderno|Reportar/ }).length;
  expect(leads > 0).toBe(!isTest);
  // Comments and doubts load when they come near; until then each has an empty block after the question.
  const question = screen.getByRole('region', { name: /Questão 1/ });
  expect(question.parentElement?.children).toHaveLength(isTest ? 1 : 3);
});

it('no subject is called the strongest where two are equal, or where nothing was right', () => {
  const result = (name: string, correct: number, total: number) => ({ name, correct, total });
  expect(resultTitle([result('A', 2, 2), result('B', 2, 2)])).toBe('4 de 4');
  expect(resultTitle([result('A', 0, 2), result('B', 0, 1)])).toBe('0 de 3');
  expect(resultTitle([result('A', 2, 2), result('B', 2, 3)])).toBe('4 de 5, mais forte: A');
});

it('a single right answer does not fill the sun, and two do', () => {
  expect(riseOf({ name: 'A', correct: 1, total: 1 })).toBeLessThan(1);
  expect(riseOf({ name: 'A', correct: 2, total: 2 })).toBe(1);
  expect(riseOf({ name: 'A', correct: 0, total: 1 })).toBe(0);
});

it('a test that was left and continued the next day names no minutes', () => {
  expect(testName({ startedAt: '2026-11-12T12:00:00.000Z', finishedAt: '2026-11-13T12:00:00.000Z' })).toBe(
    'Teste de partida',
  );
});

it('a plan without a subject sends it to the review; a plan that was not read says nothing', () => {
  const results = [
    { name: 'A', correct: 1, total: 2 },
    { name: 'B', correct: 1, total: 1 },
  ];
  const wordsOf = (read: Parameters<typeof inOrderOfPlan>[1]) => inOrderOfPlan(results, read).map(({ words }) => words);
  expect(wordsOf({ today: { ...plan.today, items: [] }, days: [] } as never)).toEqual([
    'entra na revisão',
    'uma resposta só: entra na revisão',
  ]);
  expect(wordsOf(null)).toEqual(['', 'uma resposta só']);
});

const planned = () => within(screen.getByRole('region', { name: 'O que isso muda no seu plano' }));

it('the end of the start test says nothing about the plan before it was read', async () => {
  const { server } = open(test, later().promise);
  await screen.findByRole('heading', { level: 1, name: '5 de 8, mais forte: Português' });
  expect(await planned().findByText('Carregando o plano…')).toBeTruthy();
  expect(planned().queryByText(/entra na revisão|começa/)).toBeNull();
  expect(server.calls.map(({ path }) => path)).toContain('/api/study-plan');
});

it('a plan that cannot be read leaves the results without its words, and is read again on request', async () => {
  const { server, user } = open(test, answers.error(503, 'unavailable', 'O servidor está reiniciando.'));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Não conseguimos buscar o seu plano');
  expect(planned().getAllByRole('listitem')).toHaveLength(4);
  expect(planned().queryByText(/entra na revisão|começa/)).toBeNull();
  server.on(getStudyPlan, answers.json(plan));
  await user.click(within(alert).getByRole('button', { name: 'Tentar de novo' }));
  expect(await planned().findByText('é por aqui que o plano começa')).toBeTruthy();
});
