import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Route } from 'wouter';
import {
  getSyllabus,
  parseSyllabus,
  readSyllabusFile,
  type Syllabus,
  saveSyllabus,
} from '#contract/content/syllabus.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { signedIn } from '#web/testing/signed-in.ts';
import SyllabusScreen from './syllabus-screen.tsx';

const topic = (topicId: number, name: string, amount: number, parentId: number | null = null) => ({
  topicId,
  parentId,
  name,
  amount,
  questions: amount,
  lessonCount: 0,
  questionCount: 1,
});
const stored: Syllabus = {
  examId: 5,
  examName: 'Soldado PM',
  version: 3,
  updatedAt: '2026-11-15T12:00:00.000Z',
  measure: 'questions',
  totalQuestions: null,
  passMark: 30,
  wrongPoints: null,
  subjects: [
    {
      subjectId: 1,
      name: 'Português',
      points: 1,
      minimum: 5,
      topics: [topic(11, 'Crase', 2), topic(12, 'Regência', 3)],
    },
  ],
  withoutLesson: 2,
  withoutQuestion: 0,
};

async function open(syllabus: Syllabus) {
  signedIn('admin');
  const server = fakeServer();
  server.on(getSyllabus, answers.json(syllabus));
  const part = renderInApp(
    <Route path="/admin/exams/:id/syllabus">
      <SyllabusScreen />
    </Route>,
    '/admin/exams/5/syllabus',
  );
  await screen.findByRole('heading', { name: 'Edital: Soldado PM' });
  return { ...part, server, sent: () => server.calls.filter(({ body }) => body).map(({ body }) => body) };
}
/** The row that moved takes the focus with it. */
const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
const names = () =>
  screen
    .getAllByRole<HTMLInputElement>('textbox', { name: /^(Matéria|Assunto|Subassunto)$/ })
    .map(({ value }) => value);

it('the syllabus is edited by keys and saved completely, over the version that was read', async () => {
  const { user, server, sent } = await open(stored);
  expect(screen.getByText(/2 assuntos sem aula/)).toBeTruthy();
  await user.click(screen.getByDisplayValue('Regência'));
  await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
  expect(names()).toEqual(['Português', 'Regência', 'Crase']);
  await nextFrame();
  await user.click(screen.getByDisplayValue('Crase'));
  await user.keyboard('{Alt>}{ArrowRight}{/Alt}');
  await nextFrame();
  await user.clear(screen.getByLabelText('Questões de Crase'));
  await user.type(screen.getByLabelText('Questões de Crase'), '2,5');
  await user.type(screen.getByLabelText(/Cada erro desconta/), '0,5');
  server.on(saveSyllabus, answers.json({ ...stored, version: 4 }));
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(await screen.findByText('Edital salvo')).toBeTruthy();
  expect(sent()).toEqual([
    {
      version: 3,
      measure: 'questions',
      totalQuestions: null,
      passMark: 30,
      wrongPoints: -0.5,
      subjects: [
        {
          subjectId: 1,
          name: 'Português',
          points: 1,
          minimum: 5,
          topics: [
            { topicId: 12, name: 'Regência', amount: 3, subtopics: [{ topicId: 11, name: 'Crase', amount: 2.5 }] },
          ],
        },
      ],
    },
  ]);
});

it('takes a pasted edital in, and says what is missing before it is sent', async () => {
  const { user, server, sent } = await open({ ...stored, version: 0, subjects: [], passMark: null });
  await user.click(screen.getByRole('button', { name: 'Colar edital' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Colar edital' }));
  await user.click(dialog.getByRole('button', { name: 'Reconhecer assuntos' }));
  expect(dialog.getByText('Cole o texto do edital.')).toBeTruthy();
  const parsed = { topicId: null, like: null, amount: 1, subtopics: [] };
  server.on(
    parseSyllabus,
    answers.json({
      subjects: [{ subjectId: 1, name: 'Português', questions: null, topics: [{ ...parsed, name: 'Crase' }] }],
      leftOut: 0,
    }),
  );
  await user.type(dialog.getByLabelText('Texto do edital'), 'Português');
  await user.click(dialog.getByRole('button', { name: 'Reconhecer assuntos' }));
  expect(await screen.findByText('1 matéria, 1 assunto')).toBeTruthy();
  expect(names()).toEqual(['Português', 'Crase']);
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(screen.getAllByText('Diga quantas questões a prova tem, de 1 a 1.000.').length).toBeGreaterThan(0);
  await user.type(screen.getByLabelText('Questões da prova'), '60');
  server.on(saveSyllabus, answers.json(stored));
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(await screen.findByText('Edital salvo')).toBeTruthy();
  expect(sent().at(-1)).toMatchObject({ version: 0, measure: 'weight', totalQuestions: 60 });
});

it('takes the text of an edital in PDF, to be cut before it is read, and shows why a file was refused', async () => {
  const { user, server } = await open({ ...stored, version: 0, subjects: [] });
  await user.click(screen.getByRole('button', { name: 'Colar edital' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Colar edital' }));
  const picker = dialog.getByLabelText('PDF do edital');
  server.on(readSyllabusFile, answers.error(415, 'unsupported_type', 'Este PDF tem senha.'));
  await user.upload(picker, new File(['x'], 'edital.pdf', { type: 'application/pdf' }));
  expect(await dialog.findByText('Este PDF tem senha.')).toBeTruthy();
  server.on(readSyllabusFile, answers.json({ text: 'Português:\nCrase', isCut: true }));
  await user.upload(picker, new File(['x'], 'edital.pdf', { type: 'application/pdf' }));
  expect(await dialog.findByText(/Este é o texto de edital\.pdf, até onde coube\./)).toBeTruthy();
  expect(dialog.getByLabelText<HTMLTextAreaElement>('Texto do edital').value).toBe('Português:\nCrase');
  expect(dialog.queryByText('Este PDF tem senha.')).toBeNull();
});
