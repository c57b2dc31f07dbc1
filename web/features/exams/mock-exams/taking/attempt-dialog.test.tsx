import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished } from 'vitest';
import { finishAttempt, saveAnswers } from '#contract/exams/quiz-attempts.ts';
import { checkForNewVersion } from '#web/lib/new-version.ts';
import { answers, later } from '#web/testing/fake-server.ts';
import { NewVersionBar } from '#web/ui/new-version-bar.tsx';
import { memoryPendingFinish } from './testing/attempt-parts.ts';
import { done, openAttempt as open, result, saved } from './testing/open-attempt.tsx';

function isAskedBeforeUnload(): boolean {
  const event = new Event('beforeunload', { cancelable: true });
  dispatchEvent(event);
  return event.defaultPrevented;
}

const waitingNotice = 'Seu simulado ainda não foi enviado';

it('one button before the row of questions leads past all of them to the question that is open', async () => {
  const { user } = open({ answered: 1 });
  await user.click(screen.getByRole('button', { name: /^Ir para a resposta da questão \d+$/ }));
  expect(document.activeElement?.textContent).toContain('Enunciado');
});

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

  it('names the unanswered questions and those flagged for review', async () => {
    const { user, finish, question } = open({ answered: 1, marked: [2] });
    await user.click(finish());
    expect(question().textContent).toContain('Faltam 2 questões. Finalizar mesmo assim?');
    expect(question().textContent).toContain('Em branco: 2 e 3');
    expect(question().textContent).toContain('1 marcada para revisão: 2');
  });

  it('ignores a second press while it is sent', async () => {
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
    // Answers cannot be changed while the finish is pending.
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

  it('is retried at once by another press, without another question', async () => {
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

  it('survives a reload: the next page shows it and sends it, without a question', async () => {
    const wish = memoryPendingFinish();
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
    const wish = memoryPendingFinish();
    const { user, server, finish } = open({ answered: 3, wish });
    server.on(finishAttempt, answers.offline);
    await user.click(finish());
    await user.click(await screen.findByRole('button', { name: 'Continuar respondendo' }));
    expect(await wish.load()).toBeUndefined();
  });

  it('asks before the page is closed if this browser has no storage', async () => {
    const { user, server, finish } = open({ answered: 3, wish: { ...memoryPendingFinish(), keep: async () => false } });
    server.on(finishAttempt, answers.offline);
    await user.click(finish());
    await screen.findByText(/Até lá, deixe esta página aberta/);
    expect(isAskedBeforeUnload()).toBe(true);
  });

  it('is shown and not retried when the server refuses it', async () => {
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
  it('are shown as saved only when they are', async () => {
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

it('a deploy during an attempt neither reloads the page nor asks for it until the attempt is left', async () => {
  const entry = Object.assign(document.createElement('script'), { type: 'module' });
  entry.setAttribute('src', '/assets/index-before.js');
  document.head.append(entry);
  onTestFinished(() => entry.remove());
  const { server } = open({ answered: 0 });
  server.on({ ...saveAnswers, method: 'HEAD', path: '/assets/index-before.js' } as never, answers.json({}, 404));
  render(<NewVersionBar />);
  let isDeployed = false;
  await act(async () => {
    isDeployed = await checkForNewVersion();
  });
  expect(isDeployed).toBe(true);
  expect(sessionStorage.getItem('reloadedFrom')).toBeNull();
  expect(screen.queryByText('Há uma versão nova.')).toBeNull();
  cleanup();
  render(<NewVersionBar />);
  screen.getByText('Há uma versão nova.');
});
