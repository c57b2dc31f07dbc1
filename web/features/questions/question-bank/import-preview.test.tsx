import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { Route } from 'wouter';
import {
  confirmQuestionImport,
  correctImportEntry,
  getQuestionImport,
  type ImportEntry,
  listImportEntries,
  type QuestionImport,
  recogniseImportPages,
} from '#contract/questions/question-import.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { answers, fakeServer, later } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { signedIn } from '#web/testing/signed-in.ts';
import { importQuery } from './import.queries.ts';
import ImportScreen from './import-screen.tsx';

const found: QuestionImport = {
  id: 5,
  fileName: 'lista.csv',
  fileKind: 'csv',
  table: null,
  state: 'preview',
  remarks: [],
  total: 5,
  problemCount: 1,
  duplicateCount: 1,
  readyCount: 3,
  alikeCount: 2,
  isCompared: true,
  keylessCount: 0,
  newSubjects: ['Português'],
  newTopics: [],
  pageCount: 0,
  processed: 0,
  imported: null,
  createdAt: '2026-11-15T12:00:00.000Z',
};
const entry: ImportEntry = {
  position: 4,
  number: 4,
  line: 22,
  excerpt: 'Qual é um verbo?',
  question: null,
  problem: 'O gabarito diz F, e as alternativas vão de A a B.',
  duplicate: null,
  alike: null,
  verdict: null,
  isLeftOut: false,
  pieces: null,
  unfinished: {
    format: 'plain',
    baseText: null,
    questionText: 'Qual é um verbo?',
    comment: '',
    options: ['correr', 'casa'].map((optionText) => ({ optionText, comment: '', isCorrect: false })),
    subject: 'Português',
    topic: '',
    source: '',
    year: null,
    difficulty: null,
    status: 'active',
    statusReason: '',
    tags: [],
  },
};

function open(imported: QuestionImport = found, listed: readonly ImportEntry[] = [entry]) {
  signedIn('teacher');
  const server = fakeServer();
  server.on(getQuestionImport, answers.json(imported));
  server.on(listImportEntries, answers.json(listed));
  return {
    ...renderInApp(
      <Route path="/teacher/quizzes/import/:id">
        <ImportScreen />
      </Route>,
      '/teacher/quizzes/import/5',
    ),
    server,
  };
}

it('the preview lists what the import will do', async () => {
  open();
  const card = within(await screen.findByRole('region', { name: 'O que vai acontecer' }));
  for (const text of [
    '3 questões prontas',
    '2 questões parecem repetidas',
    '1 questão repetida fica de fora',
    '1 questão com problema fica de fora',
    '1 matéria será criada',
  ]) {
    expect(card.getByText((_, element) => element?.tagName === 'P' && element.textContent === text)).toBeTruthy();
  }
  expect(await card.findByText(/^Linha 22: O gabarito diz F/)).toBeTruthy();
});

it('an invalid entry is corrected in place and checked again', async () => {
  const { user, server } = open();
  await user.click(await screen.findByRole('button', { name: 'Corrigir aqui: linha 22' }));
  const dialog = within(screen.getByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Conferir de novo' }));
  expect(server.calls.some(({ body }) => body)).toBe(false);
  await user.click(dialog.getByRole('radio', { name: 'Alternativa A é a certa' }));
  server.on(
    correctImportEntry,
    answers.error(400, 'bad_request', 'Confira.', { fields: { questionText: 'O enunciado está vazio.' } }),
  );
  await user.click(dialog.getByRole('button', { name: 'Conferir de novo' }));
  await dialog.findByText('O enunciado está vazio.');
  server.on(correctImportEntry, answers.json({ ...found, problemCount: 0, readyCount: 4 }));
  server.on(listImportEntries, answers.json([]));
  await user.click(dialog.getByRole('button', { name: 'Conferir de novo' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.calls.findLast(({ body }) => body)).toMatchObject({
    path: '/api/teacher/question-imports/5/entries/4/question',
    body: { subject: 'Português', options: [{ isCorrect: true }, { isCorrect: false }], year: null },
  });
  expect(screen.getByRole('button', { name: 'Importar 4 questões' })).toBeTruthy();
});

it('a correction that could not be sent stays in the form', async () => {
  const { user, server } = open();
  await user.click(await screen.findByRole('button', { name: 'Corrigir aqui: linha 22' }));
  const dialog = within(screen.getByRole('dialog'));
  await user.click(dialog.getByRole('radio', { name: 'Alternativa B é a certa' }));
  server.on(correctImportEntry, answers.offline);
  await user.click(dialog.getByRole('button', { name: 'Conferir de novo' }));
  await screen.findByText('A correção não foi guardada');
  expect(dialog.getByRole<HTMLInputElement>('radio', { name: 'Alternativa B é a certa' }).checked).toBe(true);
});

it('a response requested before the import started does not overwrite its state', async () => {
  const { user, server } = open();
  server.on(confirmQuestionImport, answers.json({ ...found, state: 'importing' }));
  const button = await screen.findByRole('button', { name: 'Importar 3 questões' });
  // The page polls while questions are compared.
  const slow = later();
  server.on(getQuestionImport, slow.promise);
  const asked = queryClient.refetchQueries({ queryKey: importQuery(5).queryKey, exact: true });
  await waitFor(() =>
    expect(server.calls.filter(({ path }) => path === '/api/teacher/question-imports/5')).toHaveLength(2),
  );
  server.on(getQuestionImport, answers.json({ ...found, state: 'importing' }));
  await user.click(button);
  expect(await screen.findByText(/Guardando as questões/)).toBeTruthy();
  await act(async () => {
    slow.answer(answers.json(found));
    await asked;
  });
  expect(queryClient.getQueryData(importQuery(5).queryKey)?.state).toBe('importing');
});

it('a scanned exam says what recognising means before it begins, shows its progress, and why it failed', async () => {
  const scan = { pages: 12, recognised: 0, state: 'offered' as const, problem: null };
  const scanned = { ...found, total: 0, readyCount: 0, problemCount: 0, duplicateCount: 0, scan };
  signedIn('teacher');
  const server = fakeServer();
  server.on(getQuestionImport, answers.json(scanned));
  const { user } = renderInApp(
    <Route path="/teacher/quizzes/import/:id">
      <ImportScreen />
    </Route>,
    '/teacher/quizzes/import/5',
  );
  expect(await screen.findByText(/12 páginas são imagens/)).toBeTruthy();
  expect(screen.getByText(/É bem mais lento: cerca de 3 minutos/)).toBeTruthy();
  const running = { ...scanned, scan: { ...scan, state: 'running' as const, recognised: 3 } };
  server.on(recogniseImportPages, answers.json(running));
  server.on(getQuestionImport, answers.json(running));
  await user.click(screen.getByRole('button', { name: 'Reconhecer o texto' }));
  expect((await screen.findByRole('progressbar', { name: 'Reconhecimento' })).getAttribute('aria-valuetext')).toBe(
    '3 de 12 páginas',
  );
  const failed = { ...scanned, scan: { ...scan, state: 'failed' as const, problem: 'Parou na página 4.' } };
  server.on(getQuestionImport, answers.json(failed));
  await act(() => queryClient.refetchQueries({ queryKey: importQuery(5).queryKey }));
  expect((await screen.findByRole('alert')).textContent).toContain('Parou na página 4.');
  expect(screen.getByRole('button', { name: 'Tentar de novo' })).toBeTruthy();
});

it('annulled questions are named apart from problems, with the way to use one of them', async () => {
  const { user, server } = open({ ...found, problemCount: 0, readyCount: 2, annulled: [7, 12] }, [
    { ...entry, isAnnulled: true, problem: 'Ela foi anulada.' },
  ]);
  const card = within(await screen.findByRole('region', { name: 'O que vai acontecer' }));
  await card.findByText(/^Questões 7, 12\. Para usar uma delas/);
  expect(card.queryByText(/com problema/)).toBeNull();
  const shown = vi.spyOn(Element.prototype, 'scrollIntoView');
  await user.click(card.getByRole('button', { name: 'Ver as anuladas' }));
  expect(shown).toHaveBeenCalledOnce();
  expect(screen.getByRole('tab', { name: 'Anuladas (2)', selected: true })).toBeTruthy();
  await waitFor(() => expect(server.calls.some(({ query }) => query.includes('only=annulled'))).toBe(true));
  await user.click(await screen.findByRole('button', { name: 'Marcar a certa: linha 22' }));
  expect(screen.getByRole('dialog')).toBeTruthy();
});

it('the end of an import names the annulled questions that stayed out', async () => {
  open({ ...found, state: 'done', imported: 3, annulled: [7] });
  expect(await screen.findByText(/A questão anulada ficou de fora: 7\./)).toBeTruthy();
});
