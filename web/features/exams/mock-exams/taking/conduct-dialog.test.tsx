import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { plainConduct } from '#contract/exams/exam-conduct.ts';
import { beginSheet, countLeaves, finishAttempt, saveAnswers, takeOverAttempt } from '#contract/exams/quiz-attempts.ts';
import { answers, type fakeServer } from '#web/testing/fake-server.ts';
import { done, openAttempt as open, saved, startedAt } from './testing/open-attempt.tsx';

describe('an exam that is held its own way', () => {
  const worth = { right: 1, wrong: -1, blank: 0 };
  const sent = (server: ReturnType<typeof fakeServer>, end: string) =>
    server.calls.filter(({ path }) => path.endsWith(end)).map(({ body }) => body);

  it('has a mark for guesses, and a blank that is an answer', async () => {
    const held = { worth, conduct: { ...plainConduct, doubtMark: true } };
    const { user, server, choose, finish, finishes } = open({ answered: 1, held });
    screen.getByText('Nesta prova, cada erro anula um acerto. Em branco não soma nem tira.');
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
    // A question left blank on purpose does not count as missing.
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
    // By letter, which moves to the next item; the third is left blank.
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

  it('counts how often the student left the page, in an exam whose conduct counts it', async () => {
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
