import { screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { getBankLabels, listBankQuestions } from '#contract/questions/question-bank.ts';
import { getTrial, saveTrial, switchTrial, type Trial } from '#contract/school/trial.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { signedIn } from '#web/testing/signed-in.ts';
import TrialScreen from './trial-screen.tsx';

const question = (id: number) => ({ id, excerpt: `Questão do banco ${id}`, subject: 'Português', problem: null });
const chosen = (count: number): Trial => ({
  isOn: false,
  isOpen: false,
  lesson: { id: 3, title: 'Crase: quando usar', subject: 'Português', problem: null },
  questions: [1, 2, 3, 4, 5].slice(0, count).map(question),
  revision: 7,
  updatedAt: '2026-11-15T12:00:00.000Z',
});
const row = (id: number, quizCount: number) => ({
  ...question(id),
  subjectId: 1,
  topic: '',
  source: '',
  year: null,
  difficulty: null,
  status: 'active' as const,
  statusReason: '',
  quizCount,
  authorName: null,
  mayEdit: true,
  updatedAt: '2026-11-15T12:00:00.000Z',
});

afterEach(() => queryClient.clear());

it('opens only what is whole: the last place is filled with a question that no quiz has', async () => {
  signedIn('admin');
  const server = fakeServer();
  server.on(getTrial, answers.json(chosen(4)));
  server.on(
    getBankLabels,
    answers.json({ subjects: [], topics: [], sources: [], organs: [], posts: [], years: [], tags: [], imports: [] }),
  );
  server.on(listBankQuestions, answers.json([row(4, 0), row(5, 0), row(9, 2)]));
  server.on(saveTrial, answers.json({ ...chosen(5), revision: 8 }));
  server.on(switchTrial, answers.json({ ...chosen(5), isOn: true, isOpen: true }));
  const { user } = renderInApp(<TrialScreen />);
  const show = await screen.findByRole('switch', { name: 'Mostrar aos visitantes' });
  expect(show).toHaveProperty('disabled', true);
  screen.getByText('Para abrir, falta escolher 1 questão.');
  await user.click(screen.getByRole('button', { name: /^Escolher ?a questão 5$/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Escolher questão' });
  await within(dialog).findByText('Já está em um simulado');
  expect(within(dialog).getAllByRole('button', { name: /^Escolher: / })).toHaveLength(1);
  await user.click(within(dialog).getByRole('button', { name: 'Escolher: Questão do banco 5' }));
  await screen.findByText('5 de 5');
  expect(server.calls.at(-1)?.body).toEqual({ revision: 7, lessonId: 3, questionIds: [1, 2, 3, 4, 5] });
  await user.click(screen.getByRole('switch', { name: 'Mostrar aos visitantes' }));
  await screen.findByText('Aberta');
  expect(screen.getByRole('link', { name: 'Ver a página' }).getAttribute('href')).toBe('/sample');
  expect(screen.queryByRole('button', { name: /Tirar/ })).toBeNull();
});

it('the screen shows what visitors no longer see', async () => {
  signedIn('teacher');
  const server = fakeServer();
  const [first, ...rest] = chosen(5).questions;
  const trial = {
    ...chosen(5),
    isOn: true,
    isOpen: false,
    questions: [{ ...first, problem: 'inactive' as const }, ...rest],
  };
  server.on(getTrial, answers.json(trial as Trial));
  renderInApp(<TrialScreen />);
  await screen.findByText('Foi anulada ou está desatualizada: não aparece na página.');
  screen.getByText(/os visitantes ainda não a veem/);
  expect(screen.queryByRole('switch')).toBeNull();
});
