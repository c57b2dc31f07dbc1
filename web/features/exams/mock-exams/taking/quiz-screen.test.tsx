import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Route } from 'wouter';
import { getQuizOverview, listAttempts } from '#contract/exams/quiz-overview.ts';
import { getAttemptResult } from '#contract/exams/quiz-results.ts';
import { getPreferences } from '#contract/preferences.ts';
import { getQuizPractice } from '#contract/study/practice.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { loseStyle } from '#web/testing/lost-style.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { signedIn } from '#web/testing/signed-in.ts';
import Delivered from './delivered-card.tsx';
import QuizScreen from './quiz-screen.tsx';
import type { QuizOverview } from './quizzes.queries.ts';
import { overview } from './testing/overview.ts';

test('no clock runs for an exam that cannot be shown: where its part does not come, nothing is begun', async () => {
  const server = fakeServer();
  server.on(getQuizOverview, answers.json({ ...overview, timeLimit: 60 }));
  server.on(getPreferences, answers.json({ shortcuts: true }));
  signedIn();
  // The part's stylesheet fails twice. A mocked module would not do: the page imports the part once in advance and once
  // to begin, and of two imports at the same time Vitest gives the second one the real module.
  const { link, current } = loseStyle();
  const { user } = renderInApp(<Route path="/quizzes/:id" component={QuizScreen} />, '/quizzes/3');
  await user.click(await screen.findByRole('button', { name: 'Iniciar Simulado' }));
  await waitFor(() => expect(current()).not.toBe(link));
  current().dispatchEvent(new Event('error'));
  expect(await screen.findByText(/nada começou: o seu tempo não corre/)).toBeTruthy();
  expect(server.calls.map(({ path }) => path)).not.toContain('/api/quizzes/3/start');
  expect(await screen.findByRole('button', { name: 'Iniciar Simulado' })).toBeTruthy();
  // The import in advance is not for the next test to wait for.
  await act(() => vi.dynamicImportSettled());
});

const window = {
  opensAt: '2026-11-18T14:00:00.000Z',
  closesAt: '2026-11-18T14:29:00.000Z',
  resultsAt: '2026-11-18T14:29:00.000Z',
  confirmed: 0,
  isConfirmed: false,
  isDelivered: false,
  delivered: null as { at: string; answered: number } | null,
  endsForAll: true,
};

function openWeekly(serverTime: string, about: Partial<typeof window> = {}, more: object = {}) {
  const server = fakeServer();
  const quiz = { ...overview, timeLimit: 20, questionCount: 10, window: { ...window, ...about }, serverTime, ...more };
  server.on(getQuizOverview, answers.json(quiz));
  server.on(listAttempts, answers.json([]));
  server.on(getPreferences, answers.json({ shortcuts: true }));
  signedIn();
  queryClient.removeQueries({ queryKey: keys.quizzes.all });
  const started = () => server.calls.filter(({ path }) => path === '/api/quizzes/3/start').length;
  return { ...renderInApp(<Route path="/quizzes/:id" component={QuizScreen} />, '/quizzes/3'), started };
}

test('a late start of a weekly exam names the time that is left and begins only after a yes', async () => {
  const { user, started } = openWeekly('2026-11-18T14:23:31.000Z');
  const sentence = 'Começando agora você tem 5 min 29 s, a prova fecha às 11h29 para todos.';
  expect(await screen.findByText(sentence)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Iniciar Simulado' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Começar com 5 min 29 s?' });
  expect(dialog.textContent).toContain('O tempo inteiro eram 20 min, para 10 questões.');
  await user.click(screen.getByRole('button', { name: 'Agora não' }));
  expect(started()).toBe(0);
  await user.click(screen.getByRole('button', { name: 'Iniciar Simulado' }));
  await user.click(await screen.findByRole('button', { name: 'Começar agora' }));
  await waitFor(() => expect(started()).toBe(1));
  await act(() => vi.dynamicImportSettled());
});

test('a person with extra time reads the own time before a weekly exam and before a late start', async () => {
  const extraTime = { timeLimit: 25, factor: 1.25 };
  const { user } = openWeekly('2026-11-18T14:25:00.000Z', {}, { extraTime });
  expect(await screen.findByText('Começando agora você tem 5 min, com o seu tempo a mais.')).toBeTruthy();
  expect(screen.getByText('25 min')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Iniciar Simulado' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Começar com 5 min?' });
  expect(dialog.textContent).toContain('O tempo inteiro eram 25 min, para 10 questões.');
});

test('a start with the whole time left asks nothing', async () => {
  const { user, started } = openWeekly('2026-11-18T14:05:00.000Z');
  await user.click(await screen.findByRole('button', { name: 'Iniciar Simulado' }));
  await waitFor(() => expect(started()).toBe(1));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  await act(() => vi.dynamicImportSettled());
});

test('an exam that was handed in says when, and denies nothing', async () => {
  openWeekly('2026-11-18T14:25:00.000Z', {
    isDelivered: true,
    delivered: { at: '2026-11-18T14:24:00.000Z', answered: 9 },
  });
  expect(await screen.findByRole('heading', { name: 'Prova entregue às 11h24.' })).toBeTruthy();
  expect(screen.getByText('Resultado e ranking hoje, às 11h29.')).toBeTruthy();
  expect(screen.getByText(/9 de 10 respondidas/)).toBeTruthy();
  for (const denial of [/ainda não fez/, /Nenhuma tentativa/, /quando você finalizar este/]) {
    expect(screen.queryByText(denial)).toBeNull();
  }
  expect(screen.queryByRole('button', { name: /Simulado$/ })).toBeNull();
});

test('after a hand-in on this page the focus is on the notice, also where the notice comes after the dialog', async () => {
  const delivered = { at: '2026-11-18T14:24:00.000Z', answered: 9 };
  const quiz = { ...overview, timeLimit: 20, questionCount: 10 } as QuizOverview;
  const about = { quiz, window: { ...window, isDelivered: true, delivered }, now: Date.parse(delivered.at) };
  const { rerender } = render(<Delivered {...about} takesFocus={false} />);
  const notice = screen.getByRole('heading', { name: 'Prova entregue às 11h24.' });
  expect(document.activeElement).not.toBe(notice);
  rerender(<Delivered {...about} takesFocus />);
  expect(document.activeElement).toBe(notice);
});

const attempt = {
  id: 21,
  quizId: 3,
  score: 6,
  totalQuestions: 10,
  correctAnswers: 6,
  percent: 60,
  passed: false,
  keyKnown: false,
  withheldBy: null,
  timeSpent: 840,
  createdAt: '2026-11-15T15:00:00.000Z',
  finishedAt: '2026-11-15T15:14:00.000Z',
};
const subject = { wrong: 0, blank: 0, annulled: 0, minimum: null };
const inPoints = {
  ...attempt,
  points: 6,
  maxPoints: 10,
  passLine: 7,
  eliminatedBy: [],
  minimums: [],
  subjects: [
    { ...subject, name: 'História', points: 5, maxPoints: 6, right: 5, wrong: 1 },
    { ...subject, name: 'Direito', points: 1, maxPoints: 4, right: 1, wrong: 3 },
  ],
  doubts: null,
  transcription: null,
  position: null,
  of: null,
  alias: null,
  hasRanking: false,
  rules: null,
};
const practice = { training: true, wrongCount: 4, openTraining: null, openMistakes: null };

function openDone(scene: DoneScene = {}) {
  const { latest = attempt, best = attempt, keyRule = { seen: 0, countsFrom: null }, about = {}, line = 7 } = scene;
  const server = fakeServer();
  const quiz = { ...overview, questionCount: 10, timeLimit: 20, attemptCount: 3, best, keyRule, ...about };
  server.on(getQuizOverview, answers.json(quiz));
  server.on(listAttempts, answers.json(scene.attempts ?? [latest]));
  server.on(getAttemptResult, scene.result ?? answers.json({ ...inPoints, ...latest, passLine: line }));
  server.on(getQuizPractice, answers.json({ ...practice, postponesTo: '2026-11-18T15:07:00.000Z' }));
  server.on(getPreferences, answers.json({ shortcuts: true }));
  signedIn();
  queryClient.removeQueries({ queryKey: keys.quizzes.all });
  return { server, ...renderInApp(<Route path="/quizzes/:id" component={QuizScreen} />, '/quizzes/3') };
}
type DoneScene = {
  latest?: typeof attempt;
  best?: typeof attempt;
  keyRule?: { seen: number; countsFrom: string | null } | null;
  attempts?: (typeof attempt)[];
  result?: ReturnType<typeof answers.json>;
  /** What the overview says besides. */
  about?: object;
  /** The cut of the attempt's version, in points. */
  line?: number;
};

const result = () => within(screen.getByRole('region', { name: 'Resultado' }));

/** Fails where the second is not after the first in the document. */
const expectOrder = (...parts: HTMLElement[]) => {
  for (const [index, part] of parts.entries()) {
    const next = parts[index + 1];
    if (next) expect(part.compareDocumentPosition(next) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  }
};

test('the page of a simulado that was done shows result, actions and subjects before attempts and rules', async () => {
  openDone();
  const subjects = await screen.findByRole('heading', { name: 'Onde ficaram os 4 erros' });
  const mistakes = screen.getByRole('button', {
    name: 'Refazer só as erradas, 4 questões adia o certificado para 18/11, 12h07',
  });
  const again = screen.getByRole('button', { name: 'Refazer Simulado 10 questões, já vale certificado' });
  const commented = screen.getByRole('link', {
    name: /^Ver as 10 comentadas abrir o gabarito adia o certificado para/,
  });
  expectOrder(
    result().getByText('6/10'),
    mistakes,
    again,
    subjects,
    screen.getByText('Direito'),
    screen.getByText('História'),
    commented,
    screen.getByRole('heading', { name: 'Tentativas' }),
    screen.getByRole('heading', { name: 'Regras' }),
  );
  expect(screen.getByText(/o mínimo são 7 acertos de 10. Faltou 1 acerto\./)).toBeTruthy();
  expect(screen.getByText('domingo, 15 de nov., em 14 min')).toBeTruthy();
  expect(screen.getByText('3, a melhor: 6/10, não aprovado')).toBeTruthy();
  expect(screen.getByText('10 questões, 20 min, aprovação com 70%')).toBeTruthy();
  for (const fold of document.querySelectorAll('details')) expect(fold.open).toBe(false);
});

test('opening the page of a simulado that was done asks for no key', async () => {
  const { server } = openDone();
  await screen.findByRole('heading', { name: 'Onde ficaram os 4 erros' });
  expect(server.calls.map(({ path }) => path).filter((path) => path.includes('review'))).toEqual([]);
});

test('another attempt says from when it counts, after a key was seen', async () => {
  openDone({ keyRule: { seen: 10, countsFrom: '2026-11-18T15:07:00.000Z' } });
  const waiting = 'Refazer Simulado vale certificado desde 18/11, 12h07';
  expect(await screen.findByRole('button', { name: waiting })).toBeTruthy();
});

test('another attempt says nothing of a certificate, where no course asks for the simulado', async () => {
  openDone({ keyRule: null });
  expect(await screen.findByRole('button', { name: 'Refazer Simulado 10 questões' })).toBeTruthy();
});

test('a latest attempt that failed after a pass leads the page, and the pass is named beside the attempts', async () => {
  openDone({ best: { ...attempt, id: 20, score: 9, percent: 90, correctAnswers: 9, passed: true } });
  expect(await screen.findByText('3, a melhor: 9/10, aprovado')).toBeTruthy();
  await waitFor(() => expect(result().getByText('6/10')).toBeTruthy());
});

const figure = () => screen.getByText('6/10', { selector: '[class*="text-show"]' });

test('an attempt that ended elsewhere is the latest result when the page is opened again', async () => {
  const { server } = openDone();
  await screen.findByText(/Faltou 1 acerto/);
  cleanup();
  const newer = { ...attempt, id: 22, score: 9, percent: 90, correctAnswers: 9, passed: true };
  server.on(listAttempts, answers.json([newer, attempt]));
  server.on(getAttemptResult, answers.json({ ...inPoints, ...newer, points: 9 }));
  renderInApp(<Route path="/quizzes/:id" component={QuizScreen} />, '/quizzes/3');
  expect(await screen.findByText('9 acertos de 10.')).toBeTruthy();
});

test('a list of attempts that is still empty is read again on request, and loads nothing for ever', async () => {
  const { server, user } = openDone({ attempts: [] });
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('O resultado ainda não chegou');
  expect(screen.queryByText('Carregando o resultado…')).toBeNull();
  server.on(listAttempts, answers.json([attempt]));
  await user.click(within(alert).getByRole('button', { name: 'Tentar de novo' }));
  expect(await screen.findByText(/Faltou 1 acerto/)).toBeTruthy();
});

const rules = {
  ...{ right: 1, wrong: -1, blank: 0, annulment: 'point', weights: [], minimums: [] },
  ...{ totalMinimum: null, passLine: 6, tieBreaks: [] },
};

test('rules that came after the attempt leave its result as it was counted', async () => {
  openDone({ about: { rules } });
  await screen.findByRole('heading', { name: 'Onde ficaram os 4 erros' });
  expect(figure()).toBeTruthy();
  expect(screen.getByText(/Faltou 1 acerto/)).toBeTruthy();
});

test('a result that does not come leaves the score and offers another try', async () => {
  const { server, user } = openDone({
    about: { rules },
    result: answers.error(503, 'unavailable', 'O servidor está reiniciando.'),
  });
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Não conseguimos buscar os acertos por matéria');
  expect(figure()).toBeTruthy();
  expect(screen.queryByText(/acerto\./)).toBeNull();
  server.on(getAttemptResult, answers.json(inPoints));
  await user.click(within(alert).getByRole('button', { name: 'Tentar de novo' }));
  expect(await screen.findByText(/Faltou 1 acerto/)).toBeTruthy();
});

test('the distance to the cut is the one of the attempt, whatever the cut is now', async () => {
  openDone({ latest: { ...attempt, passed: true }, about: { passingScore: 70 }, line: 6 });
  expect(await screen.findByText('6 acertos de 10.')).toBeTruthy();
  expect(result().getByText('Aprovado')).toBeTruthy();
  expect(screen.queryByText(/Falt/)).toBeNull();
  // The line through the bars is that of the attempt, too.
  for (const line of document.querySelectorAll<HTMLElement>('.border-dashed')) expect(line.style.left).toBe('60%');
});

test('a passed result does not say that points are missing', async () => {
  openDone({ latest: { ...attempt, passed: true }, line: 7 });
  expect(await screen.findByText('6 acertos de 10.')).toBeTruthy();
  expect(screen.queryByText(/Falt/)).toBeNull();
});

test('a cut that was lowered later does not hide what was missing', async () => {
  openDone({ about: { passingScore: 50 } });
  expect(await screen.findByText(/o mínimo são 7 acertos de 10. Faltou 1 acerto\./)).toBeTruthy();
});

test.each([
  ['without an attempt', { attemptCount: 0 }],
  ['with one', {}],
  [
    'with one that is open',
    { openAttempt: { id: 30, startedAt: attempt.createdAt, deadlineAt: '2099-01-01T00:00:00.000Z', answered: 1 } },
  ],
])('the ranking is linked where its results are out, for a person %s', async (_, about) => {
  openDone({ about: { ...about, hasRanking: true } });
  const link = await screen.findByRole('link', { name: 'Ver ranking' });
  expect(link.getAttribute('href')).toBe('/quizzes/3/ranking');
});

test('there is no link to a ranking that is not out', async () => {
  openDone();
  await screen.findByRole('heading', { name: 'Onde ficaram os 4 erros' });
  expect(screen.queryByRole('link', { name: 'Ver ranking' })).toBeNull();
});
