import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { countQuizzes, listQuizzes } from '#contract/exams/quiz-overview.ts';
import { listUpcomingWindows } from '#contract/exams/quiz-windows.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { signedIn } from '#web/testing/signed-in.ts';
import type { ListedQuiz } from './quizzes.queries.ts';
import QuizzesScreen from './quizzes-screen.tsx';

const quiz = (id: number, title: string, isTrueFalse = false): ListedQuiz => ({
  id,
  title,
  description: '',
  timeLimit: 180,
  passingScore: 70,
  questionCount: 60,
  publishedAt: '2026-11-01T12:00:00.000Z',
  isTrueFalse,
  isNew: false,
  attemptCount: 0,
  best: null,
  withheldBy: null,
  openAttempt: null,
  window: null,
});
const page = (...quizzes: ListedQuiz[]) => ({
  ...answers.json(quizzes),
  headers: { 'x-total-count': String(quizzes.length) },
});
const counts = { all: 2, untried: 2, complete: 0, bySubject: 2, trueFalse: 1 };

function open(path = '/quizzes', listed = page(quiz(2, 'Soldado PM', true), quiz(1, 'Português'))) {
  signedIn('student');
  const server = fakeServer();
  server.on(countQuizzes, answers.json(counts));
  server.on(listUpcomingWindows, answers.json({ windows: [], serverTime: '2026-11-16T12:00:00.000Z' }));
  server.on(listQuizzes, listed);
  return { server, ...renderInApp(<QuizzesScreen />, path) };
}

it('one press filters the list, shows how many are left, and stores the choice in the address', async () => {
  const { server, user, path } = open();
  await screen.findByText(/60 itens Certo ou Errado, 3h/);
  expect(screen.getByRole('button', { name: /^Todos\s*2$/, pressed: true })).toBeTruthy();
  // Nothing would be left of it: not offered.
  expect(screen.queryByRole('button', { name: /Completos/ })).toBeNull();
  server.on(listQuizzes, page(quiz(2, 'Soldado PM', true)));
  screen.getByRole('button', { name: /^Certo ou Errado\s*1$/ }).focus();
  await user.keyboard('{Enter}');
  await screen.findByText('1 simulado na lista');
  expect(screen.getByRole('button', { name: /^Certo ou Errado\s*1$/, pressed: true })).toBeTruthy();
  expect(screen.queryByText('Português')).toBeNull();
  expect(path()).toBe('/quizzes?mostrar=trueFalse');
});

it('a choice that leaves nothing says so and leads back', async () => {
  const { user, path } = open('/quizzes?mostrar=complete', page());
  await screen.findByText('Nenhum simulado de mais de uma matéria');
  await user.click(screen.getByRole('button', { name: 'Mostrar todos' }));
  expect(path()).toBe('/quizzes');
});

it('an unknown filter in the address shows all simulados', async () => {
  open('/quizzes?mostrar=%3Cb%3E');
  expect(await screen.findByRole('button', { name: /^Todos\s*2$/, pressed: true })).toBeTruthy();
});
