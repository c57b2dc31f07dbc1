import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { confirmPresence, type UpcomingWindow } from '#contract/exams/quiz-windows.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { signedIn } from '#web/testing/signed-in.ts';
import { WindowCard } from './window-card.tsx';

const saturday: UpcomingWindow = {
  quizId: 7,
  title: 'Soldado PM',
  questionCount: 60,
  isTrueFalse: false,
  timeLimit: 180,
  opensAt: '2026-11-21T12:00:00.000Z',
  closesAt: '2026-11-21T21:00:00.000Z',
  resultsAt: '2026-11-21T21:00:00.000Z',
  confirmed: 312,
  isConfirmed: false,
  endsForAll: true,
  isDelivered: false,
};

function show(serverTime: string, wish: Partial<UpcomingWindow> = {}) {
  signedIn('student');
  const server = fakeServer();
  server.on(confirmPresence, answers.json({ confirmed: 313, isConfirmed: true }));
  return { server, ...renderInApp(<WindowCard window={{ ...saturday, ...wish }} serverTime={serverTime} />) };
}

it('before it opens says when, how long it is until then, and takes the presence', async () => {
  const { server, user } = show('2026-11-19T22:00:00.000Z');
  screen.getByText('Abre sábado, 9h');
  screen.getByText(/Faltam 1 dia e 14 horas\. 312 alunos já confirmaram\./);
  expect(screen.queryByRole('link', { name: /Entrar/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Confirmar presença' }));
  await waitFor(() => expect(server.calls.map(({ path }) => path)).toContain('/api/quizzes/7/presence'));
});

it.each([
  [false, /Soldado PM, 60 questões, 3h em modo prova/],
  [true, /Soldado PM, 60 itens, 3h em modo prova/],
])('the card says items where all questions are Certo or Errado: %s', (isTrueFalse, text) => {
  show('2026-11-19T22:00:00.000Z', { isTrueFalse });
  screen.getByText(text);
});

it('a window opens by the server’s clock, whatever the clock of the device says', () => {
  show('2026-11-21T12:00:00.000Z');
  screen.getByText('Aberto agora, fecha hoje, 18h');
  expect(screen.getByRole('link', { name: /Entrar/ }).getAttribute('href')).toBe('/quizzes/7');
});

it('handed in, says when the result is out, and nothing else', () => {
  show('2026-11-21T13:00:00.000Z', { isDelivered: true });
  screen.getByText('O resultado sai hoje, 18h');
  expect(screen.queryByRole('link', { name: /Entrar/ })).toBeNull();
});
