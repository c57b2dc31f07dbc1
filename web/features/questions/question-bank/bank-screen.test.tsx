import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { listAuthoredQuizzes } from '#contract/exams/quiz-authoring.ts';
import { getComposition, saveComposition } from '#contract/exams/quiz-composition.ts';
import { getPreferences } from '#contract/preferences.ts';
import {
  type BankQuestionSummary,
  getBankLabels,
  getBankQuestion,
  getQuestionAnswers,
  listBankQuestions,
} from '#contract/questions/question-bank.ts';
import { changeQuestions, listQuestionChanges, undoQuestionChange } from '#contract/questions/question-changes.ts';
import { listQuestionFilters, saveQuestionFilter } from '#contract/questions/question-filters.ts';
import { asFilter, everything } from '#web/features/questions/questions/questions.queries.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { signedIn } from '#web/testing/signed-in.ts';
import BankScreen from './bank-screen.tsx';
import { choiceOfFilter } from './saved-filter-choice.ts';

const row = (id: number): BankQuestionSummary => ({
  id,
  kind: 'choice',
  excerpt: `Enunciado ${id}`,
  subjectId: 1,
  subject: 'Português',
  topicId: null,
  topic: '',
  source: 'FGV',
  organ: '',
  post: '',
  year: 2024,
  difficulty: null,
  status: 'active',
  statusReason: '',
  rightPercent: 38,
  tags: [],
  quizCount: 0,
  authorName: 'Ana',
  mayEdit: true,
  updatedAt: '2026-11-15T12:00:00.000Z',
});
const whole = (id: number) => ({
  ...row(id),
  format: 'plain',
  baseText: null,
  questionText: `Enunciado ${id} inteiro`,
  comment: 'Porque sim.',
  options: [
    { id: 1, optionText: 'uma', comment: '', isCorrect: true },
    { id: 2, optionText: 'outra', comment: '', isCorrect: false },
  ],
  revision: 1,
  versionCount: 1,
  quizzes: [],
});

async function open() {
  signedIn('teacher');
  const server = fakeServer();
  server.on(getPreferences, answers.json({ shortcuts: true }));
  server.on(listBankQuestions, {
    ...answers.json([row(3), row(2), row(1)]),
    headers: { 'x-total-count': '40', link: '</api/teacher/questions?cursor=x>; rel="next"' },
  });
  server.on(getBankLabels, answers.json({ subjects: [], topics: [], sources: ['FGV'], years: [2024], tags: [] }));
  server.on(getBankQuestion, answers.json(whole(3)));
  server.on(
    getQuestionAnswers,
    answers.json({
      total: 4,
      options: [
        { id: 1, count: 3 },
        { id: 2, count: 1 },
      ],
    }),
  );
  server.on(listQuestionChanges, answers.json([]));
  server.on(listQuestionFilters, answers.json([]));
  const part = renderInApp(<BankScreen />, '/teacher/quizzes/bank');
  await screen.findByText('Enunciado 3');
  const box = (id: number) => screen.getByRole('checkbox', { name: new RegExp(`questão ${id}:`) });
  return { ...part, server, box, sent: (path: string) => server.calls.filter((one) => one.path === path && one.body) };
}

it('changes the chosen rows, names those left alone, and takes it back', async () => {
  const { user, server, box, sent } = await open();
  const left = [{ id: 2, excerpt: 'Enunciado 2', reason: 'not_yours' }];
  server.on(changeQuestions, answers.json({ id: 9, changed: 1, leftCount: 1, left }));
  server.on(undoQuestionChange, answers.json({ id: 9, changed: 1, leftCount: 0, left: [] }));
  await user.click(box(3));
  await user.click(box(2));
  await user.click(screen.getByRole('button', { name: 'Mudar' }));
  const dialog = within(screen.getByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Mudar 2 questões' }));
  expect(dialog.getByText('Escolha o que mudar.')).toBeTruthy();
  await user.selectOptions(dialog.getByLabelText('Ano'), 'Definir…');
  await user.type(dialog.getByLabelText('Qual ano'), '2025');
  await user.selectOptions(dialog.getByLabelText('Situação'), 'Desatualizadas');
  await user.click(dialog.getByRole('button', { name: 'Mudar 2 questões' }));
  expect(dialog.getByText('Diga por quê.')).toBeTruthy();
  await user.type(dialog.getByLabelText('Por que estão desatualizadas'), 'Lei nova.');
  await user.click(dialog.getByRole('button', { name: 'Mudar 2 questões' }));
  await waitFor(() => expect(sent('/api/teacher/question-changes')).toHaveLength(1));
  expect(sent('/api/teacher/question-changes')[0]?.body).toMatchObject({
    ids: [3, 2],
    change: { year: 2025, status: 'outdated', reason: 'Lei nova.' },
  });
  const named = within(await screen.findByRole('dialog', { name: '1 questão ficou como estava' }));
  expect(named.getByText(/é de outro professor/)).toBeTruthy();
  await user.click(named.getByRole('button', { name: 'Entendi' }));
  await user.click(await screen.findByRole('button', { name: 'Desfazer' }));
  await screen.findByText('Mudança desfeita');
});

it('chooses all that the search finds', async () => {
  const { user, server, sent } = await open();
  server.on(changeQuestions, answers.json({ id: 9, changed: 40, leftCount: 0, left: [] }));
  await user.click(screen.getByRole('checkbox', { name: 'Escolher todas as questões à vista' }));
  await user.click(screen.getByRole('button', { name: 'Escolher todas as 40' }));
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Pôr em simulado' }).disabled).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Mudar' }));
  const dialog = within(screen.getByRole('dialog'));
  await user.selectOptions(dialog.getByLabelText('Dificuldade'), 'Difícil');
  await user.click(dialog.getByRole('button', { name: 'Mudar 40 questões' }));
  await waitFor(() =>
    expect(sent('/api/teacher/question-changes')[0]?.body).toMatchObject({ filter: {}, expected: 40 }),
  );
  expect(sent('/api/teacher/question-changes')[0]?.body).not.toHaveProperty('ids');
});

it('a search that finds another number by now changes nothing, and the number is read again', async () => {
  const { user, server } = await open();
  server.on(changeQuestions, answers.error(409, 'conflict', 'A busca encontra agora 41 questões, e não 40.'));
  await user.click(screen.getByRole('checkbox', { name: 'Escolher todas as questões à vista' }));
  await user.click(screen.getByRole('button', { name: 'Escolher todas as 40' }));
  await user.click(screen.getByRole('button', { name: 'Mudar' }));
  const dialog = within(screen.getByRole('dialog'));
  await user.selectOptions(dialog.getByLabelText('Dificuldade'), 'Difícil');
  server.on(listBankQuestions, { ...answers.json([row(3), row(2), row(1)]), headers: { 'x-total-count': '41' } });
  await user.click(dialog.getByRole('button', { name: 'Mudar 40 questões' }));
  expect(await screen.findByText('A busca encontra agora 41 questões, e não 40.')).toBeTruthy();
  expect(await dialog.findByRole('button', { name: 'Mudar 41 questões' })).toBeTruthy();
});

it('one year is sent as `year`, which the release before understands', () => {
  const one = { ...everything, yearFrom: 2024, yearTo: 2024 };
  expect(asFilter(one)).toMatchObject({ year: 2024, yearFrom: undefined, yearTo: undefined });
  expect(choiceOfFilter(asFilter(one))).toEqual(one);
  const some = { ...everything, yearFrom: 2020, yearTo: 2024 };
  expect(asFilter(some)).toMatchObject({ year: undefined, yearFrom: 2020, yearTo: 2024 });
  expect(asFilter(everything)).toMatchObject({ year: undefined });
});

it('the bank can be used with keys, and shows the question of the row beside it', async () => {
  const { user, box } = await open();
  screen.getByRole('region', { name: /setas mudam de linha/ }).focus();
  await user.keyboard('j');
  await screen.findByText('Enunciado 3 inteiro');
  expect((await screen.findAllByText('75%')).length).toBe(2);
  await user.keyboard('x');
  expect((box(3) as HTMLInputElement).checked).toBe(true);
  await user.keyboard('{ArrowDown}x');
  expect((box(2) as HTMLInputElement).checked).toBe(true);
  await user.keyboard('kx');
  expect((box(3) as HTMLInputElement).checked).toBe(false);
});

it('chosen questions are added after those of a simulado, each once', async () => {
  const { user, server, box, sent } = await open();
  const quiz = { id: 5, title: 'Fase 1', questionCount: 1, authorName: null, isPublished: false };
  server.on(listAuthoredQuizzes, answers.json([{ ...quiz, hasUnpublishedChanges: false, attemptCount: 0 }]));
  const composition = { revision: 4, questions: [{ id: 3 }], draws: [], shuffleOptions: true, isTraining: false };
  server.on(getComposition, answers.json(composition));
  server.on(saveComposition, answers.json(composition));
  await user.click(box(3));
  await user.click(box(1));
  await user.click(screen.getByRole('button', { name: 'Pôr em simulado' }));
  await user.selectOptions(await screen.findByLabelText('Simulado'), 'Fase 1 (1)');
  await user.click(screen.getByRole('button', { name: 'Incluir' }));
  await screen.findByText('1 questão incluída');
  expect(sent('/api/teacher/quizzes/5/composition')[0]?.body).toMatchObject({ revision: 4, questionIds: [3, 1] });
});

it('the bank is sorted by a column, and a saved filter is restored', async () => {
  const { user, server } = await open();
  const filter = { subjectId: undefined, year: 2024, tag: 'revisão', sort: 'source', order: 'asc' };
  server.on(listQuestionFilters, answers.json([{ id: 5, name: 'Para revisar', filter }]));
  server.on(saveQuestionFilter, answers.json({ id: 6, name: 'De 2024', filter: { year: 2024 } }));
  await user.click(screen.getByRole('button', { name: 'Ano' }));
  expect(screen.getByRole('columnheader', { name: /Ano/ }).getAttribute('aria-sort')).toBe('descending');
  await user.selectOptions(screen.getByLabelText('Ano, de'), '2024');
  await user.click(await screen.findByRole('button', { name: 'Guardar este filtro' }));
  await user.type(screen.getByLabelText('Nome do filtro'), 'De 2024');
  await user.click(screen.getByRole('button', { name: 'Guardar' }));
  await waitFor(() =>
    expect(server.calls.find(({ path, body }) => path === '/api/teacher/question-filters' && body)?.body).toMatchObject(
      {
        name: 'De 2024',
        filter: { yearFrom: 2024, sort: 'year', order: 'desc' },
      },
    ),
  );
  await user.click(await screen.findByRole('button', { name: 'Para revisar' }));
  expect(screen.getByRole('columnheader', { name: /Banca/ }).getAttribute('aria-sort')).toBe('ascending');
  expect(screen.getByRole('button', { name: 'Para revisar' }).getAttribute('aria-pressed')).toBe('true');
});
