import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Route } from 'wouter';
import {
  acceptImportEntry,
  getImportPage,
  leaveOutImportEntry,
  setImportPieces,
} from '#contract/questions/import-review.ts';
import {
  getQuestionImport,
  type ImportEntry,
  listImportEntries,
  type QuestionImport,
} from '#contract/questions/question-import.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { signedIn } from '#web/testing/signed-in.ts';
import ReviewScreen from './review-screen.tsx';

const found: QuestionImport = {
  id: 5,
  fileName: 'prova.pdf',
  fileKind: 'pdf',
  table: null,
  state: 'preview',
  remarks: [],
  total: 3,
  problemCount: 2,
  duplicateCount: 0,
  readyCount: 1,
  alikeCount: 0,
  isCompared: true,
  keylessCount: 3,
  newSubjects: [],
  newTopics: [],
  pageCount: 2,
  processed: 0,
  imported: null,
  createdAt: '2026-11-15T12:00:00.000Z',
};

const content = (number: number) => ({
  format: 'plain' as const,
  baseText: null,
  questionText: `Enunciado ${number}`,
  comment: '',
  options: ['um', 'dois'].map((optionText, at) => ({ optionText, comment: '', isCorrect: at === 1 })),
  subject: '',
  topic: '',
  source: '',
  year: null,
  difficulty: null,
  status: 'active' as const,
  statusReason: '',
  tags: [],
});

const entry = (position: number, problem: string | null): ImportEntry => ({
  position,
  number: position,
  line: position,
  excerpt: `Enunciado ${position}`,
  question: problem === null ? content(position) : null,
  problem,
  unfinished: problem === null ? null : content(position),
  duplicate: null,
  alike: null,
  verdict: null,
  isLeftOut: false,
  pieces: (['statement', 'A', 'B'] as const).map((part, at) => ({
    part,
    page: 1,
    line: position * 10 + at,
    from: 0,
    to: 5,
  })),
});

const entries = [entry(1, null), entry(2, 'Confira: há uma figura.'), entry(3, 'Confira: ela é longa.')];
const page = {
  page: 1,
  width: 600,
  height: 800,
  figures: [],
  lines: entries.flatMap(({ pieces }) =>
    (pieces ?? []).map(({ line }) => ({
      line,
      box: { x: 40, y: line * 12, w: 200, h: 10 },
      size: 10,
      baseline: line * 12 + 8,
      text: `linha ${line}`,
      isBold: false,
    })),
  ),
};

function open(listed: readonly ImportEntry[] = entries) {
  signedIn('teacher');
  const server = fakeServer();
  server.on(getQuestionImport, answers.json(found));
  server.on(listImportEntries, answers.json(listed));
  server.on(getImportPage, answers.json(page));
  return {
    ...renderInApp(
      <Route path="/teacher/quizzes/import/:id/review">
        <ReviewScreen />
      </Route>,
      '/teacher/quizzes/import/5/review',
    ),
    server,
  };
}

const shown = (number: number) => screen.findByRole('region', { name: `Questão ${number}` });
const bodyOf = (server: ReturnType<typeof fakeServer>) => server.calls.findLast(({ body }) => body);

it('the first doubt is shown beside its page, and J and K walk over the doubts alone', async () => {
  const { user } = open();
  expect(within(await shown(2)).getByText('Confira: há uma figura.')).toBeTruthy();
  expect((await screen.findAllByRole('button', { name: 'Enunciado: linha 20' })).length).toBeGreaterThan(0);
  await user.keyboard('j');
  await shown(3);
  await user.keyboard('j');
  await shown(2);
  await user.keyboard('k');
  await shown(3);
});

it('Enter accepts the shown question with the chosen key and goes on to the next doubt', async () => {
  const { user, server } = open();
  await shown(2);
  server.on(acceptImportEntry, answers.json({ ...found, problemCount: 1, readyCount: 2 }));
  server.on(listImportEntries, answers.json([entries[0], entry(2, null), entries[2]]));
  await user.keyboard('a{Enter}');
  await shown(3);
  expect(bodyOf(server)).toMatchObject({
    path: '/api/teacher/question-imports/5/entries/2/acceptance',
    body: { right: 'A' },
  });
  await screen.findByText((_, element) => element?.tagName === 'P' && /2 de 3/.test(element.textContent ?? ''));
});

it('X leaves the shown question out, and a refusal says so and keeps it shown', async () => {
  const { user, server } = open();
  await shown(2);
  server.on(
    leaveOutImportEntry,
    answers.error(409, 'state_conflict', 'Esta importação já começou.', { status: 'importing' }),
  );
  await user.keyboard('x');
  await screen.findByText('A decisão não foi guardada');
  await shown(2);
  server.on(leaveOutImportEntry, answers.json(found));
  await user.keyboard('x');
  await shown(3);
  expect(bodyOf(server)).toMatchObject({ body: { isLeftOut: true } });
});

it('a pressed line moves to the part that is chosen for it', async () => {
  const { user, server } = open();
  await shown(2);
  const [line] = await screen.findAllByRole('button', { name: 'B: linha 22' });
  if (!line) throw new Error('The page shows its lines.');
  await user.click(line);
  server.on(setImportPieces, answers.json(found));
  await user.click(screen.getByRole('button', { name: 'Enunciado' }));
  await waitFor(() => expect(bodyOf(server)?.path).toMatch(/entries\/2\/pieces$/));
  expect(bodyOf(server)?.body).toMatchObject({
    pieces: [
      { part: 'statement', line: 20 },
      { part: 'statement', line: 22 },
      { part: 'A', line: 21 },
    ],
  });
});

it('I joins the next question, whose options count on', async () => {
  const { user, server } = open();
  await shown(2);
  server.on(setImportPieces, answers.json(found));
  await user.keyboard('i');
  await waitFor(() => expect(bodyOf(server)?.path).toMatch(/entries\/2\/pieces$/));
  expect(bodyOf(server)?.body).toMatchObject({
    pieces: ['statement', 'A', 'B', 'B', 'C', 'D'].map((part) => ({ part })),
  });
});

it('an exam without doubts leads back to the import', async () => {
  open([entry(1, null)]);
  expect(await screen.findByRole('link', { name: 'Tudo conferido: voltar e importar' })).toBeTruthy();
});

it('an exam that cannot be read is said so, with another try', async () => {
  signedIn('teacher');
  const server = fakeServer();
  server.on(getQuestionImport, answers.json(found));
  server.on(listImportEntries, answers.offline);
  renderInApp(
    <Route path="/teacher/quizzes/import/:id/review">
      <ReviewScreen />
    </Route>,
    '/teacher/quizzes/import/5/review',
  );
  expect(await screen.findByText('Não conseguimos abrir a prova')).toBeTruthy();
});

it('an annulled question asks for no look, and is used only with a key of the author', async () => {
  const annulled = { ...entry(3, 'Ela foi anulada.'), isAnnulled: true };
  const { user, server } = open([entry(1, null), entry(2, 'Confira: há uma figura.'), annulled]);
  await shown(2);
  await user.keyboard('j');
  await shown(2);
  await user.click(screen.getByText('1 anulada fica de fora'));
  await user.click(screen.getByRole('button', { name: /^Questão 3/ }));
  const question = within(await shown(3));
  expect(question.getByText('Anulada')).toBeTruthy();
  const use = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Usar assim' });
  expect(use().disabled).toBe(true);
  await user.click(question.getByRole('button', { name: 'Marcar A como certa' }));
  server.on(acceptImportEntry, answers.json(found));
  await user.click(use());
  await waitFor(() => expect(bodyOf(server)?.path).toMatch(/entries\/3\/acceptance$/));
  expect(bodyOf(server)).toMatchObject({ body: { right: 'A' } });
});
