import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { findPaperStudent, typePaper } from '#contract/exams/quiz-paper.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { signedIn } from '#web/testing/signed-in.ts';
import { TypingForm } from './typing-form.tsx';

it('sixty answers by the keyboard alone, and then the next sheet', async () => {
  signedIn('teacher');
  const server = fakeServer();
  const typed = { attemptId: 1, studentName: 'Rui Sá', totalQuestions: 60, correctAnswers: 41, resultsAt: null };
  server.on(typePaper, answers.json(typed, 201));
  server.on(findPaperStudent, answers.json({ name: 'Rui Sá' }));
  const items = Array.from({ length: 60 }, () => ({ kind: 'true_false' as const, options: 2 }));
  const paper = { code: 'ABCD1234', quizId: 7, title: 'Simulado 8', items };
  const { user } = renderInApp(<TypingForm paper={paper} />);
  await user.tab();
  await user.keyboard('rui@exemplo.com.br');
  await user.tab();
  await user.keyboard('95');
  await user.tab();
  // The third was typed wrong and is corrected; the fourth is left blank.
  await user.keyboard(`ceE{Backspace}{Backspace}c ${'ec'.repeat(28)}`);
  expect(document.activeElement).toBe(screen.getByLabelText('Item 60'));
  await user.tab();
  await user.keyboard('{Enter}');
  await screen.findByText('Rui Sá: 41 de 60 acertos.');
  const sent = server.calls.find(({ path }) => path.endsWith('/attempts'))?.body as { answers: (number | null)[] };
  expect(sent).toMatchObject({ login: 'rui@exemplo.com.br', minutes: 95 });
  expect(sent.answers.slice(0, 6)).toEqual([0, 1, 0, null, 1, 0]);
  expect(sent.answers).toHaveLength(60);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('E-mail ou usuário do aluno')));
  expect(screen.getByLabelText<HTMLInputElement>('Item 1').value).toBe('');
});
