import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { listSubjects } from '#contract/content/subjects.ts';
import { QUIZ_OPTIONS_MAX, QUIZ_STATEMENT_MAX } from '#contract/limits.ts';
import { type BankQuestion, createBankQuestion, getBankLabels } from '#contract/questions/question-bank.ts';
import { answers, fakeServer, later } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { signedIn } from '#web/testing/signed-in.ts';
import { NewQuestion } from './new-question.tsx';

const made: BankQuestion = {
  id: 12,
  excerpt: 'Qual?',
  kind: 'choice',
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
  authorName: 'Ana',
  mayEdit: true,
  updatedAt: '2026-11-15T12:00:00.000Z',
  format: 'plain',
  baseText: null,
  questionText: 'Qual?',
  comment: '',
  options: [
    { id: 1, optionText: 'esta', comment: '', isCorrect: true },
    { id: 2, optionText: 'aquela', comment: '', isCorrect: false },
  ],
  revision: 1,
  versionCount: 1,
  quizzes: [],
};

function open() {
  signedIn('teacher');
  const server = fakeServer();
  server.on(listSubjects, answers.json([]));
  server.on(
    getBankLabels,
    answers.json({ subjects: [], topics: [], sources: [], organs: [], posts: [], years: [], tags: [], imports: [] }),
  );
  const part = renderInApp(<NewQuestion />, '/teacher/quizzes/bank/new');
  const { user } = part;
  const field = (name: string) => screen.getByRole<HTMLTextAreaElement>('textbox', { name });
  // Set at once: typing key by key would only test the browser.
  const write = async (into: HTMLElement, text: string) => {
    await user.click(into);
    await user.paste(text);
  };
  const option = (letter: string) => field(`Texto da alternativa ${letter}`);
  const right = (letter: string) => screen.getByRole('radio', { name: `Alternativa ${letter} é a certa` });
  return {
    ...part,
    server,
    field,
    option,
    right,
    write,
    save: () => screen.getByRole<HTMLButtonElement>('button', { name: /Criar questão|Salvando/ }),
    sent: () => server.calls.filter(({ path, body }) => path === '/api/teacher/questions' && body),
    async fill() {
      await write(field('Enunciado'), 'Qual?');
      await write(option('A'), 'esta');
      await write(option('B'), 'aquela');
      await user.click(right('A'));
    },
  };
}

describe('a question of Certo/Errado', () => {
  it('has its two options and needs only the key; the other kind comes back as it was left', async () => {
    const { user, server, field, option, write, save, sent } = open();
    server.on(createBankQuestion, answers.json({ ...made, kind: 'true_false' }, 201));
    await write(field('Enunciado'), 'A casa é asilo inviolável.');
    await write(option('A'), 'esta');
    await user.click(screen.getByRole('radio', { name: /Certo ou errado/ }));
    expect(screen.queryByRole('button', { name: 'Incluir alternativa' })).toBeNull();
    await user.click(save());
    expect(screen.getByText('Marque a alternativa certa.')).toBeTruthy();
    await user.click(screen.getByRole('radio', { name: 'Múltipla escolha' }));
    expect(option('A').value).toBe('esta');
    await user.click(screen.getByRole('radio', { name: /Certo ou errado/ }));
    await user.click(screen.getByRole('radio', { name: 'Errado' }));
    await write(field('Comentário de quem marca Certo'), 'Há exceções.');
    await user.click(save());
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]?.body).toMatchObject({
      options: [
        { optionText: 'Certo', comment: 'Há exceções.', isCorrect: false },
        { optionText: 'Errado', comment: '', isCorrect: true },
      ],
    });
  });
});

/** What a screen reader announces for a field. */
const saidOf = (field: HTMLElement) =>
  document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent;

describe('an invalid question', () => {
  it('shows what is missing, focuses it, and is not sent', async () => {
    const { user, field, save, sent } = open();
    await user.click(save());
    expect(field('Enunciado').getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(field('Enunciado'));
    expect(saidOf(field('Enunciado'))).toBe('Escreva o enunciado.');
    expect(screen.getByText('Use de 2 a 6 alternativas.')).toBeTruthy();
    expect(sent()).toEqual([]);
    // The error of a corrected field is removed.
    await user.type(field('Enunciado'), 'Qual?');
    expect(field('Enunciado').getAttribute('aria-invalid')).toBeNull();
  });

  it.each([
    ['an option without a text', { B: '' }, 'B', 'Há uma alternativa sem texto.'],
    ['two options alike', { B: ' ESTA ' }, 'A', 'Há duas alternativas iguais.'],
    ['no right option', { B: 'aquela' }, null, 'Marque a alternativa certa.'],
  ])('%s is reported beside the options', async (_, texts, rightOne, text) => {
    const { user, field, option, right, write, save, sent } = open();
    await write(field('Enunciado'), 'Qual?');
    await write(option('A'), 'esta');
    if (texts.B) await write(option('B'), texts.B);
    if (rightOne) await user.click(right(rightOne));
    await user.click(save());
    const group = screen.getByRole('group', { name: /Alternativas/ });
    expect(saidOf(group)).toBe(text);
    expect(document.activeElement).toBe(group);
    expect(sent()).toEqual([]);
  });

  it('is one whose year does not have four digits', async () => {
    const { user, fill, save, sent } = open();
    await fill();
    await user.type(screen.getByLabelText(/Ano/), '19');
    await user.click(save());
    expect(screen.getAllByText('Informe o ano com quatro algarismos.').length).toBeGreaterThan(0);
    expect(sent()).toEqual([]);
  });

  it('has from two to six options and a statement with an end', async () => {
    const { user, field } = open();
    const more = screen.getByRole<HTMLButtonElement>('button', { name: 'Incluir alternativa' });
    await user.click(more);
    expect(more.disabled).toBe(true);
    expect(screen.getAllByRole('radio', { name: /é a certa/ })).toHaveLength(QUIZ_OPTIONS_MAX);
    const removers = () => screen.getAllByRole<HTMLButtonElement>('button', { name: /Remover alternativa/ });
    while (removers().length > 2) await user.click(removers()[0] as HTMLButtonElement);
    expect(removers().map(({ disabled }) => disabled)).toEqual([true, true]);
    expect(field('Enunciado').maxLength).toBe(QUIZ_STATEMENT_MAX);
  });
});

describe('a failure', () => {
  it('that names a field is shown there, and not a second time', async () => {
    const { user, server, fill, save } = open();
    const text = 'Há duas alternativas iguais.';
    server.on(createBankQuestion, answers.error(400, 'bad_request', text, { fields: { options: text } }));
    await fill();
    await user.click(save());
    const group = screen.getByRole('group', { name: /Alternativas/ });
    await waitFor(() => expect(saidOf(group)).toBe(text));
    expect(document.activeElement).toBe(group);
    expect(screen.queryByText('Erro ao criar questão')).toBeNull();
  });

  it.each([
    ['of the server', answers.error(500, 'internal', 'Algo deu errado. Tente de novo.'), 'Algo deu errado'],
    ['of a proxy', answers.proxyPage(502), 'Estamos atualizando a plataforma'],
    ['of the network', answers.offline, 'Sem conexão'],
    [
      'of the rules',
      answers.error(400, 'bad_request', 'Esta matéria não existe mais.'),
      'Esta matéria não existe mais.',
    ],
  ])('%s is shown, keeps what was typed, and another press retries with the same key', async (_, answer, text) => {
    const { user, server, fill, field, option, save, sent, path } = open();
    server.on(createBankQuestion, answer);
    await fill();
    await user.click(save());
    await waitFor(() => expect(screen.getByText('Erro ao criar questão').parentElement?.textContent).toContain(text));
    expect([field('Enunciado').value, option('B').value]).toEqual(['Qual?', 'aquela']);
    expect(save().disabled).toBe(false);
    server.on(createBankQuestion, answers.json(made, 201));
    await user.click(save());
    await waitFor(() => expect(path()).toBe('/teacher/quizzes/bank/12'));
    const keys = sent().map(({ body }) => (body as { creationKey: string }).creationKey);
    expect(keys).toEqual([keys[0], keys[0]]);
  });
});

it('the form accepts neither a second press nor input while it is sent', async () => {
  const { user, server, fill, save, sent, path } = open();
  const { promise, answer } = later();
  server.on(createBankQuestion, promise);
  await fill();
  await user.click(save());
  expect(save().getAttribute('aria-busy')).toBe('true');
  expect(save().closest('form')?.hasAttribute('inert')).toBe(true);
  await user.click(save());
  expect(sent()).toHaveLength(1);
  answer(answers.json(made, 201));
  await waitFor(() => expect(path()).toBe('/teacher/quizzes/bank/12'));
  expect(sent()[0]?.body).toMatchObject({
    format: 'plain',
    questionText: 'Qual?',
    options: [
      { optionText: 'esta', comment: '', isCorrect: true },
      { optionText: 'aquela', comment: '', isCorrect: false },
    ],
  });
});
