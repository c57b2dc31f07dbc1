import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Route } from 'wouter';
import { drawPaper, printQuiz } from '#contract/exams/quiz-paper.ts';
import { paths } from '#web/lib/paths.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { signedIn } from '#web/testing/signed-in.ts';
import PrintScreen from './print-screen.tsx';

it('a simulado with draws offers a draw for paper, shows why it failed, and opens the new paper', async () => {
  signedIn('teacher');
  const server = fakeServer();
  const why = 'O banco não tem questões bastantes para este sorteio: faltam 2.';
  server.on(printQuiz, answers.error(409, 'quiz_incomplete', 'Sorteie-as antes.', { fields: { draws: 'Sorteie.' } }));
  server.on(drawPaper, answers.error(409, 'quiz_incomplete', why));
  const { user, path } = renderInApp(
    <Route path="/teacher/quizzes/:id/print" component={PrintScreen} />,
    paths.printQuiz(7),
  );
  await user.click(await screen.findByRole('button', { name: 'Sortear agora' }));
  expect((await screen.findByRole('alert')).textContent).toContain(why);
  server.on(drawPaper, answers.json({ id: 8 }, 201));
  await user.click(screen.getByRole('button', { name: 'Sortear agora' }));
  await waitFor(() => expect(path()).toBe(paths.printQuiz(8)));
  const keys = server.calls.flatMap(({ body }) => (body as { creationKey?: string } | undefined)?.creationKey ?? []);
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBe(keys[1]);
});
