import { act, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Route } from 'wouter';
import { getQuizOverview } from '#contract/exams/quiz-overview.ts';
import { getPreferences } from '#contract/preferences.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { loseStyle } from '#web/testing/lost-style.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { signedIn } from '#web/testing/signed-in.ts';
import QuizScreen from './quiz-screen.tsx';
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
