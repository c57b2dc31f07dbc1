import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Route } from 'wouter';
import { plainConduct } from '#contract/exams/exam-conduct.ts';
import { finishAttempt, saveAnswers, startAttempt } from '#contract/exams/quiz-attempts.ts';
import { getQuizOverview } from '#contract/exams/quiz-overview.ts';
import { getPreferences } from '#contract/preferences.ts';
import { clearLocalData, hasUnsent } from '#web/lib/local-data.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { signedIn } from '#web/testing/signed-in.ts';
import { drainOutboxes } from './drain-outboxes.ts';
import QuizScreen from './quiz-screen.tsx';
import { overview } from './testing/overview.ts';

const startedAt = new Date(Date.now() - 60_000).toISOString();
const sheet = {
  id: 7,
  quizId: 3,
  title: 'Simulado',
  startedAt,
  deadlineAt: new Date(Date.now() + 3_600_000).toISOString(),
  hasTimeLimit: false,
  serverTime: startedAt,
  answers: [],
  conduct: plainConduct,
  worth: null,
  notebookUntil: null,
  marks: [],
  isElsewhere: false,
  leaves: 0,
  questions: [{ id: 1, format: 'plain', questionText: 'Quanto é 1 + 1?', options: [{ id: 10, optionText: 'dois' }] }],
};
const attempt = { id: 7, quizId: 3, score: 10, correctAnswers: 1, totalQuestions: 1, percent: 100, passed: true };

/** Switched off in the browser: the name itself throws. */
const forbidden = {
  configurable: true,
  get() {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  },
};
const names = ['localStorage', 'sessionStorage', 'indexedDB', 'BroadcastChannel'];

/** A browser that forbids everything it can; restored afterwards for the next tests. */
async function withoutStorage(use: () => Promise<void>) {
  const before = names.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const);
  for (const name of names) Object.defineProperty(globalThis, name, forbidden);
  try {
    await use();
  } finally {
    for (const [name, own] of before) {
      Reflect.deleteProperty(globalThis, name);
      if (own) Object.defineProperty(globalThis, name, own);
    }
  }
}

test('a simulado is taken to its end in a browser that keeps nothing and forbids everything', async () => {
  const server = fakeServer();
  server.on(getQuizOverview, answers.json(overview));
  server.on(getPreferences, answers.json({ shortcuts: true }));
  server.on(startAttempt, answers.json(sheet, 201));
  server.on(saveAnswers, answers.json({ superseded: [], serverTime: startedAt }));
  server.on(finishAttempt, answers.json({ attempt: { ...attempt, withheldBy: null }, tooLate: [] }));
  const { id } = signedIn();
  await withoutStorage(async () => {
    const { user, path } = renderInApp(<Route path="/quizzes/:id" component={QuizScreen} />, '/quizzes/3');
    await user.click(await screen.findByRole('button', { name: 'Iniciar Simulado' }));
    await user.click(await screen.findByText('dois'));
    await waitFor(() =>
      expect(server.calls.some(({ path: called }) => called === '/api/attempts/7/answers')).toBe(true),
    );
    await user.click(screen.getByRole('button', { name: 'Finalizar' }));
    await waitFor(() => expect(path()).toBe('/quizzes/3/attempts/7'));
    expect(await screen.findByText('Nota 10/10: 1 de 1 acertos.')).toBeTruthy();

    // No data is left behind, so logging out asks no question.
    expect([await drainOutboxes(id), await hasUnsent(id)]).toEqual([true, false]);
    await clearLocalData(id);
  });
});
