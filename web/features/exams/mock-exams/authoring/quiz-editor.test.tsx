import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { listSubjects } from '#contract/content/subjects.ts';
import { type AuthoredQuiz, getAuthoredQuiz, publishQuiz, saveQuiz } from '#contract/exams/quiz-authoring.ts';
import { answers, fakeServer, later } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { signedIn } from '#web/testing/signed-in.ts';
import { QuizEditor } from './quiz-editor.tsx';

const option = (id: number, optionText: string, isCorrect = false) => ({ id, optionText, comment: '', isCorrect });
const stored: AuthoredQuiz = {
  id: 7,
  title: 'Simulado 1',
  description: '',
  timeLimit: null,
  passingScore: 60,
  questions: [
    {
      id: 1,
      format: 'plain',
      baseText: null,
      questionText: 'Quanto é dois mais dois?',
      comment: '',
      subjectId: null,
      options: [option(11, 'Quatro', true), option(12, 'Cinco')],
    },
  ],
  drawCount: 0,
  revision: 3,
  isPublished: false,
  hasUnpublishedChanges: false,
  attemptCount: 0,
  updatedAt: '2026-11-15T12:00:00.000Z',
};
const first = stored.questions[0];
const saved = (wish: Partial<AuthoredQuiz> = {}) => answers.json({ ...stored, revision: 4, ...wish });
/** The question as sent when only `wish` was changed. */
const sentQuestion = (wish: object) => ({
  id: 1,
  format: 'plain',
  baseTextId: null,
  questionText: first?.questionText,
  comment: '',
  subjectId: null,
  options: first?.options.map(({ id: _, ...rest }) => rest),
  ...wish,
});

async function open() {
  signedIn('teacher');
  const server = fakeServer();
  server.on(
    listSubjects,
    answers.json([{ id: 5, name: 'Português', lessonCount: 0, createdAt: '2026-11-15T12:00:00.000Z' }]),
  );
  const part = renderInApp(<QuizEditor stored={stored} />);
  await part.user.click(screen.getByRole('button', { name: /Quanto é dois/ }));
  await screen.findByRole('option', { name: 'Português' });
  return {
    ...part,
    server,
    statement: () => screen.getByLabelText<HTMLTextAreaElement>('Enunciado'),
    save: () => screen.getByRole<HTMLButtonElement>('button', { name: /Salvar rascunho|Salvando/ }),
    publish: () => screen.getByRole<HTMLButtonElement>('button', { name: /^Publicar|Publicando/ }),
    sent: () => server.calls.flatMap(({ body }) => (body ? [body as { questions?: unknown[]; revision: number }] : [])),
  };
}

describe('a question in a simulado', () => {
  it('is sent whole: statement, subject, options with their comments and the right one', async () => {
    const { user, server, statement, save, sent } = await open();
    server.on(saveQuiz, saved());
    expect(save().disabled).toBe(true);
    await user.clear(statement());
    await user.type(statement(), 'Qual é a capital?');
    await user.selectOptions(screen.getByLabelText(/^Matéria/), 'Português');
    await user.type(screen.getByLabelText('Comentário da questão'), 'Geografia.');
    await user.type(screen.getByLabelText('Comentário da alternativa B'), 'Não.');
    await user.click(screen.getByLabelText('Alternativa B é a certa'));
    await user.click(screen.getByRole('button', { name: 'Incluir alternativa' }));
    await user.type(screen.getByLabelText('Texto da alternativa C'), 'Seis');
    await user.click(save());
    await screen.findByText('Simulado salvo');
    expect(sent()).toEqual([
      {
        title: 'Simulado 1',
        description: '',
        timeLimit: null,
        passingScore: 60,
        revision: 3,
        questions: [
          sentQuestion({
            questionText: 'Qual é a capital?',
            subjectId: 5,
            comment: 'Geografia.',
            options: [
              { optionText: 'Quatro', comment: '', isCorrect: false },
              { optionText: 'Cinco', comment: 'Não.', isCorrect: true },
              { optionText: 'Seis', comment: '', isCorrect: false },
            ],
          }),
        ],
      },
    ]);
  });

  it('keeps two options, takes six, and no more text than its limits', async () => {
    const { user, statement } = await open();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Remover alternativa A' }).disabled).toBe(true);
    const more = screen.getByRole<HTMLButtonElement>('button', { name: 'Incluir alternativa' });
    for (let count = 2; count < 6; count += 1) await user.click(more);
    expect(more.disabled).toBe(true);
    expect([statement().maxLength, screen.getAllByRole('radio', { name: /é a certa/ }).length]).toEqual([10_000, 6]);
    await user.click(screen.getByRole('button', { name: 'Remover alternativa A' }));
    expect(
      screen.getAllByRole('radio', { name: /é a certa/ }).some((radio) => (radio as HTMLInputElement).checked),
    ).toBe(false);
  });

  it('can be added, moved and removed', async () => {
    const { user, server, save, sent } = await open();
    server.on(saveQuiz, saved());
    await user.click(screen.getByRole('button', { name: 'Incluir questão' }));
    await user.type(screen.getByLabelText('Enunciado'), 'A nova');
    await user.click(screen.getByRole('button', { name: 'Mover questão 2 para cima' }));
    await user.click(screen.getByRole('button', { name: /Quanto é dois/ }));
    await user.click(screen.getByRole('button', { name: 'Remover questão' }));
    await user.click(save());
    await screen.findByText('Simulado salvo');
    expect(sent()).toMatchObject([{ questions: [{ questionText: 'A nova' }] }]);
    expect(sent()[0]?.questions).toHaveLength(1);
  });
});

it('a simulado is not sent while a field is wrong, and the field says so', async () => {
  const { user, save, sent } = await open();
  const mark = screen.getByLabelText<HTMLInputElement>(/^Nota de corte/);
  await user.clear(mark);
  await user.type(mark, '101');
  await user.click(save());
  expect(mark.getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(mark);
  expect(screen.getByText('De 0 a 100.')).toBeTruthy();
  expect(sent()).toEqual([]);
});

it('what the server refuses is shown at its field, and not a second time', async () => {
  const { user, server, statement, save } = await open();
  const fields = { title: 'Use no máximo 200 caracteres.', 'questions.0.questionText': 'Texto longo demais.' };
  server.on(saveQuiz, answers.error(400, 'bad_request', 'Confira os dados enviados.', { fields }));
  await user.type(statement(), '?');
  await user.click(save());
  const title = screen.getByLabelText('Título');
  await waitFor(() => expect(title.getAttribute('aria-invalid')).toBe('true'));
  expect(document.activeElement).toBe(title);
  expect(screen.getByText('Texto longo demais.')).toBeTruthy();
  expect(screen.queryByText('Erro ao salvar simulado')).toBeNull();
});

it('what keeps it from being published stands at its question, until that is changed', async () => {
  const { user, server, statement, publish } = await open();
  const fields = { 'questions.0': 'Marque a alternativa certa.' };
  server.on(publishQuiz, answers.error(400, 'quiz_incomplete', 'O simulado ainda não pode ser publicado.', { fields }));
  await user.click(publish());
  await screen.findByText('Marque a alternativa certa.');
  await user.type(statement(), '?');
  expect(screen.queryByText('Marque a alternativa certa.')).toBeNull();
});

describe('a failure', () => {
  it.each([
    ['of the server', answers.error(500, 'internal', 'Algo deu errado. Tente de novo.'), 'Algo deu errado'],
    [
      'of a full line',
      answers.error(503, 'unavailable', 'Há simulados demais sendo salvos agora.'),
      'simulados demais',
    ],
    ['of the network', answers.offline, 'Sem conexão'],
    ['of the rules', answers.error(409, 'subject_gone', 'Esta matéria não existe mais.'), 'não existe mais'],
  ])('%s is shown, and keeps what was typed', async (_, answer, text) => {
    const { user, server, statement, save } = await open();
    server.on(saveQuiz, answer);
    await user.type(statement(), ' Diga.');
    await user.click(save());
    await waitFor(() => expect(document.body.textContent).toContain(text));
    expect(statement().value).toBe('Quanto é dois mais dois? Diga.');
    expect(screen.getByText('Há alterações não salvas')).toBeTruthy();
    expect(save().disabled).toBe(false);
  });

  it('by another author’s earlier save shows both versions, and mine replaces theirs only when I say so', async () => {
    const { user, server, statement, save, sent } = await open();
    server.on(saveQuiz, answers.error(409, 'version_conflict', 'Foi alterado.'));
    server.on(getAuthoredQuiz, answers.json({ ...stored, revision: 9, title: 'Outro título' }));
    await user.type(statement(), '!');
    await user.click(save());
    await screen.findByText('Este simulado foi alterado enquanto você editava');
    server.on(saveQuiz, saved({ revision: 10 }));
    await user.click(screen.getByRole('button', { name: 'Juntar as duas' }));
    await user.click(save());
    await waitFor(() => expect(sent()).toHaveLength(2));
    expect(sent()[1]).toMatchObject({
      revision: 9,
      title: 'Outro título',
      questions: [{ questionText: 'Quanto é dois mais dois?!' }],
    });
  });
});

it('while it is saved takes no second press, and loses nothing that is typed meanwhile', async () => {
  const { user, server, statement, save, sent } = await open();
  const { promise, answer } = later();
  server.on(saveQuiz, promise);
  await user.type(statement(), ' A');
  await user.click(save());
  expect(save().getAttribute('aria-busy')).toBe('true');
  await user.click(save());
  await user.type(statement(), 'B');
  answer(saved({ questions: [{ ...stored.questions[0], questionText: 'Quanto é dois mais dois? A' }] as never }));
  await screen.findByText('Simulado salvo');
  expect(sent()).toHaveLength(1);
  expect(statement().value).toBe('Quanto é dois mais dois? AB');
  expect(screen.getByText('Há alterações não salvas')).toBeTruthy();
});
