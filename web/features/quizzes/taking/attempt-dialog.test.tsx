import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { plainConduct } from '../../../../contract/exam-conduct.ts';
import { getPreferences } from '../../../../contract/preferences.ts';
import {
  type AttemptSheet,
  beginSheet,
  countLeaves,
  finishAttempt,
  saveAnswers,
  saveMarks,
  takeOverAttempt,
} from '../../../../contract/quiz-attempts.ts';
import { call } from '../../../lib/api.ts';
import { answers, fakeServer, later } from '../../../testing/fake-server.ts';
import { renderPart } from '../../../testing/render-part.tsx';
import { AttemptDialog } from './attempt-dialog.tsx';
import { createAttemptSession } from './attempt-session.ts';
import { explainSaveFailure } from './save-failure.ts';
import { memoryWish } from './testing/attempt-parts.ts';

const startedAt = '2026-11-15T12:00:00.000Z';
const option = (id: number, optionText: string) => ({ id, optionText });
const sheet: AttemptSheet = {
  id: 7,
  quizId: 3,
  title: 'Simulado de teste',
  startedAt,
  deadlineAt: '2026-11-16T12:00:00.000Z',
  hasTimeLimit: false,
  serverTime: startedAt,
  answers: [],
  conduct: plainConduct,
  worth: null,
  notebookUntil: null,
  marks: [],
  isElsewhere: false,
  leaves: 0,
  questions: [1, 2, 3].map((id) => ({
    id,
    kind: 'choice' as const,
    format: 'plain' as const,
    baseText: null,
    questionText: `Enunciado ${id}`,
    options: [option(id * 10, 'certo'), option(id * 10 + 1, 'errado')],
  })),
};
const result = {
  id: 7,
  quizId: 3,
  userId: 'u',
  score: 10,
  correctAnswers: 3,
  totalQuestions: 3,
  percent: 100,
  passed: true,
  timeSpent: 60,
  createdAt: startedAt,
  withheldBy: null,
};
const done = answers.json({ attempt: result, tooLate: [] });
const saved = answers.json({ superseded: [], serverTime: startedAt });

/** `answered`: how many of the three questions, from the first on. */
function open({
  answered = 0,
  marked = [] as number[],
  hasStorage = true,
  wish = memoryWish(),
  held = {} as Partial<AttemptSheet>,
} = {}) {
  const shown = { ...sheet, ...held };
  const server = fakeServer();
  server.on(saveAnswers, saved);
  server.on(getPreferences, answers.json({ shortcuts: true }));
  const onFinished = vi.fn();
  const onFinishWaiting = vi.fn();
  server.on(saveMarks, saved);
  const clock = { now: () => Date.parse(startedAt) + 60_000, sync: () => undefined };
  const sessionThat = (send: Parameters<typeof createAttemptSession>[0]['send']) => {
    const made = createAttemptSession({
      startedAt,
      clock,
      outbox: { load: async () => [], put: async () => hasStorage, remove: async () => undefined },
      send,
      explain: explainSaveFailure,
      onSuperseded: () => undefined,
      onChange: () => undefined,
    });
    // What it still wants to send is no other test's call.
    onTestFinished(() => made.stop());
    return made;
  };
  const session = sessionThat((changes) => call(saveAnswers, { params: { id: 7 }, body: { answers: changes } }));
  const marks = sessionThat(async (changes) => {
    await call(saveMarks, { params: { id: 7 }, body: { marks: changes } });
    return { superseded: [] };
  });
  session.adopt(
    sheet.questions.map(({ id, options }, place) => ({
      questionId: id,
      optionId: place < answered ? (options[0]?.id ?? null) : null,
      flagged: marked.includes(id),
      doubted: false,
      leftBlank: false,
      seq: 1,
    })),
  );
  const siblings = { tell: () => undefined, join: () => () => undefined };
  const part = renderPart(
    <AttemptDialog
      sheet={shown}
      live={{ id: 7, session, marks, markSiblings: siblings, clock, siblings, wish }}
      open
      onOpenChange={() => undefined}
      onFinished={onFinished}
      onFinishWaiting={onFinishWaiting}
    />,
  );
  return {
    ...part,
    server,
    session,
    onFinished,
    onFinishWaiting,
    finishes: () => server.calls.filter(({ path }) => path === '/api/attempts/7/finish'),
    finish: () => screen.getByRole<HTMLButtonElement>('button', { name: /Finalizar|Enviando/ }),
    question: () => screen.getByRole('alertdialog'),
    choose: async (text: string) => part.user.click(screen.getByText(text)),
  };
}

function isAskedBeforeUnload(): boolean {
  const event = new Event('beforeunload', { cancelable: true });
  dispatchEvent(event);
  return event.defaultPrevented;
}

const waitingNotice = 'Seu simulado ainda não foi enviado';

describe('Finalizar', () => {
  it('waits for a first answer, then sends at once when all are answered and none is marked', async () => {
    const { user, server, finish, choose, onFinished, finishes } = open({ answered: 0 });
    server.on(finishAttempt, done);
    expect(finish().disabled).toBe(true);
    for (const next of [true, true, false]) {
      await choose('certo');
      if (next) await user.click(screen.getByRole('button', { name: 'Pular' }));
    }
    await user.click(finish());
    await waitFor(() => expect(onFinished).toHaveBeenCalledWith(result, 0));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(finishes()).toHaveLength(1);
  });

  it('asks when everything is answered and questions are marked', async () => {
    const { user, server, finish, question, finishes, onFinished } = open({ answered: 3, marked: [1, 3] });
    server.on(finishAttempt, done);
    await user.click(finish());
    expect(question().textContent).toContain('2 marcadas para revisão. Finalizar mesmo assim?');
    expect(question().textContent).toContain('Marcadas: 1 e 3');
    await user.click(within(question()).getByRole('button', { name: 'Continuar respondendo' }));
    expect(finishes()).toHaveLength(0);
    await user.click(finish());
    await user.click(within(question()).getByRole('button', { name: 'Finalizar' }));
    await waitFor(() => expect(onFinished).toHaveBeenCalledOnce());
  });

  it('names gaps and marks', async () => {
    const { user, finish, question } = open({ answered: 1, marked: [2] });
    await user.click(finish());
    expect(question().textContent).toContain('Faltam 2 questões. Finalizar mesmo assim?');
    expect(question().textContent).toContain('Em branco: 2 e 3');
    expect(question().textContent).toContain('1 marcada para revisão: 2');
  });

  it('while it is sent takes no second press', async () => {
    const { user, server, finish, finishes, onFinished } = open({ answered: 3 });
    const { promise, answer } = later();
    server.on(finishAttempt, promise);
    await user.click(finish());
    expect(finish().textContent).toContain('Enviando...');
    expect(finish().getAttribute('aria-busy')).toBe('true');
    await user.click(finish());
    answer(done);
    await waitFor(() => expect(onFinished).toHaveBeenCalledOnce());
    expect(finishes()).toHaveLength(1);
  });
});

describe('a finish that failed', () => {
  it.each([
    ['without a network', answers.offline],
    ['at a proxy', answers.proxyPage(502)],
    ['on the server', answers.error(503, 'unavailable', 'Fora do ar.')],
  ])('%s says so until it is done, and is sent by itself with the network', async (_, failure) => {
    const { user, server, finish, onFinished, onFinishWaiting, session } = open({ answered: 3 });
    server.on(finishAttempt, failure);
    await user.click(finish());
    await screen.findByText(waitingNotice);
    expect(screen.getByText('Erro ao salvar respostas')).toBeTruthy();
    await waitFor(() => expect(onFinishWaiting).toHaveBeenLastCalledWith('kept'));
    // What was ended is not changed on the way.
    await user.click(screen.getByText('errado'));
    expect(session.getState().answers.get(1)?.optionId).toBe(10);
    act(() => void dispatchEvent(new Event('online')));
    await waitFor(() => expect(finish().textContent).toBe('Finalizar'));
    expect(screen.getByText(waitingNotice)).toBeTruthy();
    server.on(finishAttempt, done);
    act(() => void dispatchEvent(new Event('online')));
    await waitFor(() => expect(onFinished).toHaveBeenCalledWith(result, 0));
    expect(onFinished).toHaveBeenCalledOnce();
  });

  it('is tried at once by another press, which asks nothing again', async () => {
    const { user, server, finish, question, onFinished } = open({ answered: 2 });
    server.on(finishAttempt, answers.offline);
    await user.click(finish());
    await user.click(within(question()).getByRole('button', { name: 'Finalizar' }));
    await screen.findByText(waitingNotice);
    server.on(finishAttempt, done);
    await user.click(finish());
    await waitFor(() => expect(onFinished).toHaveBeenCalledOnce());
  });

  it('can be withdrawn: then nothing is sent, and answers are taken again', async () => {
    const { user, server, finish, finishes, session, onFinishWaiting } = open({ answered: 3 });
    server.on(finishAttempt, answers.offline);
    await user.click(finish());
    await screen.findByText(waitingNotice);
    await user.click(screen.getByRole('button', { name: 'Continuar respondendo' }));
    expect(screen.queryByText(waitingNotice)).toBeNull();
    expect(onFinishWaiting).toHaveBeenLastCalledWith(null);
    act(() => void dispatchEvent(new Event('online')));
    await user.click(screen.getByText('errado'));
    expect(session.getState().answers.get(1)?.optionId).toBe(11);
    expect(finishes()).toHaveLength(1);
  });

  it('survives a reload: the next page says so and sends it, with no question', async () => {
    const wish = memoryWish();
    const first = open({ answered: 3, wish });
    first.server.on(finishAttempt, answers.offline);
    await first.user.click(first.finish());
    await screen.findByText(/ele sai quando você voltar à plataforma/);
    expect(isAskedBeforeUnload()).toBe(false);
    expect(await wish.load()).toEqual({ seq: 1 });
    cleanup();
    const second = open({ answered: 3, wish });
    await screen.findByText(waitingNotice);
    second.server.on(finishAttempt, done);
    act(() => void dispatchEvent(new Event('online')));
    await waitFor(() => expect(second.onFinished).toHaveBeenCalledOnce());
    expect(await wish.load()).toBeUndefined();
  });

  it('that was withdrawn is not taken up again', async () => {
    const wish = memoryWish();
    const { user, server, finish } = open({ answered: 3, wish });
    server.on(finishAttempt, answers.offline);
    await user.click(finish());
    await user.click(await screen.findByRole('button', { name: 'Continuar respondendo' }));
    expect(await wish.load()).toBeUndefined();
  });

  it('where this browser keeps nothing asks before the page is closed', async () => {
    const { user, server, finish } = open({ answered: 3, wish: { ...memoryWish(), keep: async () => false } });
    server.on(finishAttempt, answers.offline);
    await user.click(finish());
    await screen.findByText(/Até lá, deixe esta página aberta/);
    expect(isAskedBeforeUnload()).toBe(true);
  });

  it('for good is told and not tried again', async () => {
    const { user, server, finish, finishes } = open({ answered: 3 });
    server.on(finishAttempt, answers.error(404, 'not_found', 'Não encontrado.'));
    await user.click(finish());
    await screen.findByText('Erro ao salvar respostas');
    act(() => void dispatchEvent(new Event('online')));
    expect(screen.queryByText(waitingNotice)).toBeNull();
    expect(finishes()).toHaveLength(1);
    expect(finish().disabled).toBe(false);
  });
});

describe('answers', () => {
  it('are said to be saved only when they are', async () => {
    const { server, choose } = open();
    const { promise, answer } = later();
    server.on(saveAnswers, promise);
    await choose('certo');
    expect(screen.getByText('Salvando…')).toBeTruthy();
    answer(saved);
    await screen.findByText(/Resposta salva às/);
  });

  it.each([
    [true, 'Sem conexão: 1 resposta guardada neste aparelho'],
    [false, 'Sem conexão: 1 resposta guardada só nesta aba, não a feche'],
  ])('without a network are said to be where they are (storage: %s)', async (hasStorage, text) => {
    const { server, choose } = open({ hasStorage });
    server.on(saveAnswers, answers.offline);
    await choose('certo');
    await waitFor(() => expect(screen.getByRole('dialog').textContent).toContain(text));
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'certo' }).checked).toBe(true);
  });

  it('that come after the end of the time ask for the result, and for nothing else', async () => {
    const { server, choose, onFinished } = open();
    server.on(saveAnswers, answers.error(409, 'attempt_expired', 'O tempo acabou.'));
    server.on(finishAttempt, answers.offline);
    await choose('certo');
    await screen.findByText('O tempo acabou');
    server.on(finishAttempt, done);
    act(() => void dispatchEvent(new Event('online')));
    await waitFor(() => expect(onFinished).toHaveBeenCalledOnce());
  });
});

it('letters and digits choose, and nothing beyond the last option', async () => {
  const { user, session } = open();
  await screen.findByText('escolhe', { exact: false });
  await user.keyboard('b');
  expect(session.getState().answers.get(1)?.optionId).toBe(11);
  await user.keyboard('1');
  expect(session.getState().answers.get(1)?.optionId).toBe(10);
  await user.keyboard('f6');
  expect(session.getState().answers.get(1)?.optionId).toBe(10);
});

describe('an exam that is held its own way', () => {
  const worth = { right: 1, wrong: -1, blank: 0 };
  const sent = (server: ReturnType<typeof fakeServer>, end: string) =>
    server.calls.filter(({ path }) => path.endsWith(end)).map(({ body }) => body);

  it('has a mark for guesses, and a blank that is an answer', async () => {
    const held = { worth, conduct: { ...plainConduct, doubtMark: true } };
    const { user, server, choose, finish, finishes } = open({ answered: 1, held });
    screen.getByText('Certa +1,0, errada −1,0, em branco 0,0.');
    expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Foi chute' }).disabled).toBe(true);
    await choose('certo');
    await user.click(screen.getByRole('switch', { name: 'Foi chute' }));
    await user.click(screen.getByRole('button', { name: /Pular/ }));
    await user.click(screen.getByRole('button', { name: 'Deixar em branco' }));
    screen.getByRole('button', { name: 'Deixada em branco', pressed: true });
    expect(screen.getAllByRole('button', { name: /Questão 3, atual, deixada em branco/ }).length).toBeGreaterThan(0);
    await waitFor(() =>
      expect(sent(server, '/answers').at(-1)).toMatchObject({
        answers: [{ questionId: 3, optionId: null, leftBlank: true }],
      }),
    );
    // Nothing is missing: a blank on purpose is no gap.
    await user.click(finish());
    await waitFor(() => expect(finishes()).toHaveLength(1));
  });

  it('closes the notebook, and hands in what is on the sheet', async () => {
    const later = '2026-11-15T13:00:00.000Z';
    const held = {
      hasTimeLimit: true,
      notebookUntil: later,
      deadlineAt: '2026-11-15T13:10:00.000Z',
      conduct: { ...plainConduct, sheet: { minutes: 10, mayCopy: true } },
    };
    const { user, server, finishes } = open({ answered: 2, held });
    server.on(
      beginSheet,
      answers.json({ notebookUntil: startedAt, deadlineAt: '2026-11-15T12:11:00.000Z', serverTime: startedAt }),
    );
    server.on(finishAttempt, done);
    await user.click(screen.getByRole('button', { name: 'Cartão-resposta' }));
    await user.click(screen.getByRole('button', { name: 'Fechar o caderno' }));
    await screen.findByText(/0 de 3 marcadas, 3 em branco/);
    // By letter, which goes on to the next item; the third is left.
    await user.click(screen.getByRole('radio', { name: '1: B' }));
    screen.getByText('1 item diferente do caderno: 1');
    screen.getByText('no caderno: A');
    await user.click(screen.getByRole('button', { name: /Copiar do caderno/ }));
    expect(screen.queryByText('no caderno: A')).toBeNull();
    screen.getByText(/2 de 3 marcadas, 1 em branco/);
    await user.click(screen.getByRole('radio', { name: '2: A' }));
    screen.getByText(/1 de 3 marcadas, 2 em branco/);
    await user.keyboard('b');
    expect(screen.getByRole<HTMLInputElement>('radio', { name: '2: B' }).checked).toBe(true);
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: '3: A' }));
    await user.click(screen.getByRole('button', { name: 'Voltar aos itens' }));
    screen.getByText('Enunciado 3');
    await user.click(screen.getByRole('button', { name: 'Voltar ao cartão' }));
    await waitFor(() => expect(sent(server, '/marks').length).toBeGreaterThan(0));
    await user.click(screen.getByRole('button', { name: 'Entregar a prova' }));
    await user.click(screen.getByRole('button', { name: 'Entregar' }));
    await waitFor(() => expect(finishes()).toHaveLength(1));
    expect(finishes()[0]?.body).toMatchObject({ answers: [] });
  });

  it('goes on here after another device had it', async () => {
    const { user, server, choose } = open({ answered: 1 });
    server.on(saveAnswers, answers.error(409, 'attempt_elsewhere', 'Está aberto em outro aparelho.'));
    await choose('errado');
    await screen.findByText('Este simulado está aberto em outro aparelho');
    server.on(takeOverAttempt, answers.json({ ok: true }));
    server.on(saveAnswers, saved);
    await user.click(screen.getByRole('button', { name: 'Continuar neste aparelho' }));
    await screen.findByText(/Resposta salva às/);
    // The answer that was refused went out again.
    expect(sent(server, '/answers').at(-1)).toMatchObject({ answers: [{ questionId: 2, optionId: 21 }] });
  });

  it('counts how often the page was left, where that was told', async () => {
    const { server } = open({ held: { leaves: 2, conduct: { ...plainConduct, countLeaving: true } } });
    server.on(countLeaves, answers.json({ ok: true }));
    const turn = (state: string) => {
      vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state as DocumentVisibilityState);
      document.dispatchEvent(new Event('visibilitychange'));
    };
    onTestFinished(() => void vi.restoreAllMocks());
    turn('hidden');
    turn('visible');
    await waitFor(() => expect(sent(server, '/leaves')).toEqual([{ count: 3 }]));
  });
});
