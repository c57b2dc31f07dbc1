import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import {
  getComposition,
  listQuizVersions,
  previewComposition,
  type QuizComposition,
  saveComposition,
} from '#contract/exams/quiz-composition.ts';
import {
  type BankQuestionSummary,
  getBankLabels,
  listBankQuestions,
  listSimilarQuestions,
} from '#contract/questions/question-bank.ts';
import { answers, fakeServer, later } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { signedIn } from '#web/testing/signed-in.ts';
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
  organ: '',
  post: '',
  year: null,
  difficulty: null,
  status: 'active',
  statusReason: '',
  rightPercent: null,
  tags: [],
  quizCount: 0,
  authorName: null,
  mayEdit: true,
  updatedAt: '2026-11-15T12:00:00.000Z',
};
const chosen = (id: number, excerpt: string) => ({
  id,
  excerpt,
  kind: 'choice' as const,
  subjectId: null,
  subject: null,
  topic: '',
  source: '',
  year: null,
  difficulty: null,
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
  timeLimit: null,
  shuffleOptions: false,
  isTraining: false,
  updatedAt: '2026-11-15T12:00:00.000Z',
};
const saved = (wish: Partial<QuizComposition>) => answers.json({ ...stored, revision: 4, ...wish });

function open(opened = stored, seconds = 0) {
  signedIn('teacher');
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
  const server = fakeServer();
  server.on(getBankLabels, answers.json({ subjects: [], topics: [], sources: ['CEBRASPE'], years: [2024], tags: [] }));
  server.on(listQuizVersions, answers.json([]));
  server.on(listBankQuestions, answers.json([inBank]));
  server.on(previewComposition, answers.json({ draws: [], missing: 0, seconds }));
  const part = renderInApp(<ComposeForm stored={opened} />);
  return {
    ...part,
    server,
    save: () => screen.getByRole<HTMLButtonElement>('button', { name: /Salvar composição|Salvando/ }),
    toBank: () => part.user.click(screen.getByRole('tab', { name: 'Banco de questões' })),
    toQuiz: () => part.user.click(screen.getByRole('tab', { name: /No simulado/ })),
    add: async () => {
      await part.user.click(screen.getByRole('tab', { name: 'Banco de questões' }));
      await part.user.click(await screen.findByRole('checkbox', { name: /Escolher a questão 2/ }));
      await part.user.click(screen.getByRole('button', { name: 'Adicionar 1' }));
      await part.user.click(screen.getByRole('tab', { name: /No simulado/ }));
    },
    shuffle: () => screen.getByRole<HTMLInputElement>('switch', { name: /Embaralhar/ }),
    sent: () => server.calls.filter(({ path, body }) => body && path.endsWith('/composition')).map(({ body }) => body),
  };
}

describe('a draw', () => {
  it.each(['0', 'dez'])('with the count %s is reported as invalid, and selects no question', async (count) => {
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

  it('with more questions than the bank has says so with figures', async () => {
    const { user, server } = open();
    server.on(previewComposition, answers.json({ draws: [{ available: 4 }], missing: 6, seconds: 90 }));
    await user.click(screen.getByRole('button', { name: 'Incluir sorteio' }));
    await screen.findByText('O sorteio pede 10 questões, e o banco tem 4 que servem.');
    expect(screen.getByLabelText('Sortear').getAttribute('aria-invalid')).toBe('true');
    expect(screen.queryByText(/disputam/)).toBeNull();
  });

  it('that fights with another for the same questions says what is missing', async () => {
    const { user, server } = open();
    server.on(
      previewComposition,
      answers.json({ draws: [{ available: 12 }, { available: 12 }], missing: 8, seconds: 90 }),
    );
    await user.click(screen.getByRole('button', { name: 'Incluir sorteio' }));
    await user.click(screen.getByRole('button', { name: 'Incluir sorteio' }));
    await screen.findByText('Os sorteios disputam as mesmas questões: faltam 8 no banco.');
  });

  it('with a year and a source is sent with them', async () => {
    const { user, server, save, sent } = open();
    server.on(saveComposition, saved({}));
    await user.click(screen.getByRole('button', { name: 'Incluir sorteio' }));
    const rule = within(screen.getByRole('group', { name: 'Sorteio 1' }));
    await user.selectOptions(rule.getByLabelText('Banca'), await rule.findByRole('option', { name: 'CEBRASPE' }));
    await user.selectOptions(rule.getByLabelText('Ano'), await rule.findByRole('option', { name: '2024' }));
    await user.click(save());
    await waitFor(() => expect(sent()).toMatchObject([{ draws: [{ count: 10, source: 'CEBRASPE', year: 2024 }] }]));
  });
});

describe('the picker', () => {
  const rows = [2, 3, 4].map((id) => ({ ...inBank, id, excerpt: `Questão ${id}` }));

  it('adds several at once, in the order of the table, and marks what is in', async () => {
    const { user, server, toBank, toQuiz } = open();
    server.on(listBankQuestions, answers.json([{ ...inBank, id: 1, excerpt: 'A primeira' }, ...rows]));
    await toBank();
    await user.click(await screen.findByRole('checkbox', { name: /Escolher a questão 4/ }));
    await user.click(screen.getByRole('checkbox', { name: /Escolher a questão 2/ }));
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /Escolher a questão 1/ }).disabled).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Adicionar 2' }));
    expect(screen.getAllByText('Incluída')).toHaveLength(3);
    await user.click(screen.getByRole('checkbox', { name: 'Escolher todas as questões à vista' }));
    await user.click(screen.getByRole('button', { name: 'Adicionar 1' }));
    await toQuiz();
    const order = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    const found = ['A primeira', 'Questão 2', 'Questão 4', 'Questão 3'].map((text) =>
      order.findIndex((line) => line?.includes(text)),
    );
    expect(found.toSorted((a, b) => a - b)).toEqual(found);
  });

  it('adds the row that is looked at by a key', async () => {
    const { user, server, toBank } = open();
    server.on(listBankQuestions, answers.json(rows));
    await toBank();
    await screen.findByRole('checkbox', { name: /Escolher a questão 3/ });
    screen.getByRole('region', { name: /setas mudam de linha/ }).focus();
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    expect(screen.getByRole('tab', { name: 'No simulado (2)' })).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /Escolher a questão 3/ }).disabled).toBe(true);
  });

  it('keeps what was looked for while the simulado is looked at', async () => {
    const { user, toBank, toQuiz } = open();
    await toBank();
    await user.type(screen.getByRole('searchbox'), 'crase');
    await toQuiz();
    await toBank();
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('crase');
  });
});

describe('a question that is chosen', () => {
  const withTopic = { ...stored, questions: [{ ...chosen(1, 'A primeira'), topic: 'Crase' }, chosen(5, 'A quinta')] };

  it('is moved to a place by its number', async () => {
    const { user, server, save, sent } = open(withTopic);
    server.on(saveComposition, saved({}));
    const place = screen.getByRole('textbox', { name: 'Posição da questão 2' });
    await user.clear(place);
    await user.type(place, '1{Enter}');
    await user.click(save());
    await waitFor(() => expect(sent()).toMatchObject([{ questionIds: [5, 1] }]));
  });

  it('is swapped for one that is near, and back', async () => {
    const { user, server } = open(withTopic);
    server.on(listSimilarQuestions, answers.json([{ ...inBank, id: 8, excerpt: 'A parecida' }]));
    await user.click(screen.getByRole('button', { name: 'Trocar esta: questão 1' }));
    await screen.findByText('Questão 1 trocada');
    expect(screen.queryByText('A primeira')).toBeNull();
    expect(server.calls.findLast(({ path }) => path.endsWith('/similar'))?.query).toBe('?besides=1%2C5');
    await user.click(screen.getByRole('button', { name: 'Desfazer' }));
    expect(screen.getByText('A primeira')).toBeTruthy();
  });

  it('stays where nothing is near, and says why', async () => {
    const { user, server } = open(withTopic);
    server.on(listSimilarQuestions, answers.json([]));
    await user.click(screen.getByRole('button', { name: 'Trocar esta: questão 1' }));
    await screen.findByText('Não há outra questão ativa de Crase com dificuldade próxima.');
    expect(screen.getByText('A primeira')).toBeTruthy();
  });
});

it('shows what it is made of, and that it takes longer than its limit', async () => {
  open({ ...stored, timeLimit: 60, questions: [{ ...chosen(1, 'A primeira'), topic: 'Crase' }] }, 4500);
  const card = within(screen.getByRole('region', { name: 'Equilíbrio' }));
  expect(card.getByText('Crase')).toBeTruthy();
  await card.findByText('1h15');
  expect(card.getByText('O simulado tem limite de 1h.')).toBeTruthy();
});

it('the composition is saved completely over its revision, once something has changed', async () => {
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
  ])('%s is shown, and keeps what was composed', async (_, answer, text) => {
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

  it('by another author’s earlier save shows both versions, and joins them', async () => {
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

it('the picker says that the bank cannot be read, and asks again', async () => {
  const { user, server, toBank } = open();
  await toBank();
  server.on(listBankQuestions, answers.offline);
  await user.type(screen.getByRole('searchbox'), 'lei');
  await screen.findByText('Não conseguimos buscar as questões');
  server.on(listBankQuestions, answers.json([inBank]));
  await user.click(screen.getByRole('button', { name: /Tentar/ }));
  await screen.findByRole('checkbox', { name: /Escolher a questão 2/ });
});
