import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Route } from 'wouter';
import { getPreferences } from '../../../../contract/preferences.ts';
import { getQuizOverview } from '../../../../contract/quiz-overview.ts';
import { answers, fakeServer } from '../../../testing/fake-server.ts';
import { renderPart } from '../../../testing/render-part.tsx';
import { signedIn } from '../../../testing/signed-in.ts';
import QuizScreen from './quiz-screen.tsx';
import { overview } from './testing/overview.ts';

vi.mock('./attempt-dialog.tsx', () => {
  throw new Error('A deploy has taken it away.');
});

test('no clock runs for an exam that cannot be shown: where its part does not come, nothing is begun', async () => {
  const server = fakeServer();
  server.on(getQuizOverview, answers.json({ ...overview, timeLimit: 60 }));
  server.on(getPreferences, answers.json({ shortcuts: true }));
  signedIn();
  const { user } = renderPart(<Route path="/quizzes/:id" component={QuizScreen} />, '/quizzes/3');
  await user.click(await screen.findByRole('button', { name: 'Iniciar Simulado' }));
  expect(await screen.findByText(/nada começou: o seu tempo não corre/)).toBeTruthy();
  expect(server.calls.map(({ path }) => path)).not.toContain('/api/quizzes/3/start');
  expect(await screen.findByRole('button', { name: 'Iniciar Simulado' })).toBeTruthy();
});
