import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { type BankQuestionSummary, getBankLabels, listBankQuestions } from '../../../../contract/question-bank.ts';
import {
  getComposition,
  listQuizVersions,
  type QuizComposition,
  saveComposition,
} from '../../../../contract/quiz-composition.ts';
import { answers, fakeServer, later } from '../../../testing/fake-server.ts';
import { renderPart } from '../../../testing/render-part.tsx';
import { signedIn } from '../../../testing/signed-in.ts';
import { ComposeForm } from './compose-form.tsx';

const inBank: BankQuestionSummary = {
  id: 2,
  kind: 'choice',
  excerpt: 'A segunda',
  subjectId: null,
  subject: null,
  topicId: null,
  topic: '',
  source: '',
  year: null,
  difficulty: null,
  status: 'active',
  statusReason: '',
  tags: [],
  quizCount: 0,
  authorName: null,
  mayEdit: true,
  updatedAt: '2026-11-15T12:00:00.000Z',
};
const chosen = (id: number, excerpt: string) => ({
  id,
  excerpt,
  subjectId: null,
  status: 'active' as const,
  inBank: true,
  hasNewerVersion: false,
});
const stored: QuizComposition = {
  id: 7,
  title: 'Simulado 1',
  revision: 3,
  isPublished: false,
  hasUnpublishedChanges: false,
  questions: [chosen(1, 'A primeira')],
  draws: [],
  shuffleOptions: false,
  isTraining: false,
  updatedAt: '2026-11-15T12:00:00.000Z',
};
const saved = (wish: Partial<QuizComposition>) => answers.json({ ...stored, revision: 4, ...wish });

function open() {
  signedIn('teacher');
  const server = fakeServer();
  server.on(getBankLabels, answers.json({ subjects: [], topics: [], sources: ['CEBRASPE'], years: [], tags: [] }));
  server.on(listQuizVersions, answers.json([]));
  server.on(listBankQuestions, answers.json([inBank]));
  const part = renderPart(<ComposeForm stored={stored} />);
  return {
    ...part,
    server,
    save: () => screen.getByRole<HTMLButtonElement>('button', { name: /Salvar composição|Salvando/ }),
    add: async () => part.user.click(await screen.findByRole('button', { name: /Incluir: A segunda/ })),
    shuffle: () => screen.getByRole<HTMLInputElement>('switch', { name: /Embaralhar/ }),
    sent: () => server.calls.filter(({ body }) => body).map(({ body }) => body),
  };
}

describe('a draw', () => {
  it.each(['0', 'dez'])('of %s is said to be wrong, and draws nothing', async (count) => {
    const { user, server, save, sent } = open();
    server.on(saveComposition, saved({}));
    await user.click(screen.getByRole('button', { name: 'Incluir sorteio' }));
    const field = screen.getByLabelText<HTMLInputElement>('Sortear');
    await user.clear(field);
    await user.type(field, count);
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText('Informe quantas questões sortear.')).toBeTruthy();
    expect(screen.getByText('1 questão', { selector: 'p' })).toBeTruthy();
    await user.click(save());
    await waitFor(() => expect(sent()).toMatchObject([{ draws: [] }]));
  });

  it('of more than the bank holds is marked', async () => {
    const { user } = open();
    await user.click(screen.getByRole('button', { name: 'Incluir sorteio' }));
    // The fake bank names no total: nothing is there to draw from.
    await screen.findByText('0 questões ativas servem');
    expect(screen.getByLabelText('Sortear').getAttribute('aria-invalid')).toBe('true');
  });
});

it('is saved whole over its revision, once there is something to save', async () => {
  const { user, server, save, add, shuffle, sent } = open();
  expect(save().disabled).toBe(true);
  server.on(saveComposition, saved({ questions: [stored.questions[0] ?? never(), chosen(2, 'A segunda')] }));
  await add();
  await user.click(shuffle());
  await user.click(screen.getByRole('button', { name: 'Subir questão 2' }));
  await user.click(save());
  await screen.findByText('Composição salva');
  expect(sent()).toEqual([
    { revision: 3, questionIds: [2, 1], draws: [], shuffleOptions: true, isTraining: false, refresh: false },
  ]);
});
const never = (): never => {
  throw new Error('The composition has a question.');
};

describe('a failure', () => {
  it.each([
    ['of the server', answers.error(500, 'internal', 'Algo deu errado. Tente de novo.'), 'Algo deu errado'],
    ['of a proxy', answers.proxyPage(503), 'Estamos atualizando a plataforma'],
    ['of the network', answers.offline, 'Sem conexão'],
    ['of the rules', answers.error(400, 'bad_request', 'Use no máximo 200 questões.'), 'Use no máximo 200 questões.'],
  ])('%s is told, and keeps what was composed', async (_, answer, text) => {
    const { user, server, save, add } = open();
    server.on(saveComposition, answer);
    await add();
    await user.click(save());
    await waitFor(() =>
      expect(screen.getByText('Erro ao salvar composição').parentElement?.textContent).toContain(text),
    );
    expect(screen.getByText('Questões escolhidas (2)')).toBeTruthy();
    expect(screen.getByText('Há alterações não salvas')).toBeTruthy();
    expect(save().disabled).toBe(false);
  });

  it('by somebody who saved first shows both, and joins them', async () => {
    const { user, server, save, add, sent } = open();
    server.on(saveComposition, answers.error(409, 'version_conflict', 'Foi alterado.'));
    server.on(
      getComposition,
      answers.json({ ...stored, revision: 5, questions: [chosen(1, 'A primeira'), chosen(9, 'A nona')] }),
    );
    await add();
    await user.click(save());
    await screen.findByText('Este simulado foi alterado enquanto você editava');
    expect(screen.queryByText('Erro ao salvar composição')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Juntar as duas' }));
    server.on(saveComposition, saved({ revision: 6 }));
    await user.click(save());
    await waitFor(() => expect(sent()).toHaveLength(2));
    expect(sent()[1]).toMatchObject({ revision: 5 });
    expect((sent()[1] as { questionIds: number[] }).questionIds.toSorted()).toEqual([1, 2, 9]);
  });

  it('is not the end of the way to the editor: it stays with what is unsaved', async () => {
    const { user, server, add, path } = open();
    server.on(saveComposition, answers.offline);
    await add();
    await user.click(screen.getByRole('button', { name: 'Editar e publicar' }));
    await screen.findByText('Erro ao salvar composição');
    expect(path()).toBe('/');
  });
});

it('while it is saved takes no second press, and loses nothing that is changed meanwhile', async () => {
  const { user, server, save, add, shuffle, sent } = open();
  const { promise, answer } = later();
  server.on(saveComposition, promise);
  await add();
  await user.click(save());
  expect(save().getAttribute('aria-busy')).toBe('true');
  await user.click(save());
  await user.click(shuffle());
  answer(saved({ questions: [chosen(1, 'A primeira'), chosen(2, 'A segunda')] }));
  await screen.findByText('Composição salva');
  expect(sent()).toHaveLength(1);
  expect(shuffle().checked).toBe(true);
  expect(screen.getByText('Há alterações não salvas')).toBeTruthy();
});

it('says so where the bank cannot be read, and asks again', async () => {
  const { user, server } = open();
  server.on(listBankQuestions, answers.offline);
  await user.type(screen.getByRole('searchbox'), 'lei');
  await screen.findByText('Não conseguimos buscar as questões');
  server.on(listBankQuestions, answers.json([inBank]));
  await user.click(screen.getByRole('button', { name: /Tentar/ }));
  await screen.findByRole('button', { name: /Incluir: A segunda/ });
});
