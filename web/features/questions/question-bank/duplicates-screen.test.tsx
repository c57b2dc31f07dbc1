import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type ComparedQuestion, decideQuestionPair, listQuestionPairs } from '#contract/questions/question-pairs.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { signedIn } from '#web/testing/signed-in.ts';
import DuplicatesScreen from './duplicates-screen.tsx';

const question = (id: number, mayEdit: boolean): ComparedQuestion => ({
  id,
  kind: 'choice',
  format: 'plain',
  questionText: `Enunciado ${id}`,
  comment: '',
  options: [
    { id: id * 10, optionText: 'sim', comment: '', isCorrect: true },
    { id: id * 10 + 1, optionText: 'não', comment: '', isCorrect: false },
  ],
  subject: 'Português',
  topic: 'Crase',
  source: 'FGV',
  year: 2024,
  difficulty: null,
  status: 'active',
  quizCount: 1,
  mayEdit,
  updatedAt: '2026-11-15T12:00:00.000Z',
});

function open() {
  signedIn('teacher');
  const server = fakeServer();
  server.on(
    listQuestionPairs,
    answers.json([{ likeness: 0.8125, first: question(1, false), second: question(2, true) }]),
  );
  server.on(decideQuestionPair, answers.json({ ok: true }));
  return { ...renderInApp(<DuplicatesScreen />), server, sent: () => server.calls.flatMap(({ body }) => body ?? []) };
}

it('two similar questions are shown side by side, and the decision is saved', async () => {
  const { user, server, sent } = open();
  await screen.findByText('Enunciado 1');
  expect(screen.getByText('Enunciado 2')).toBeTruthy();
  expect(screen.getByText('81,3% das palavras em comum')).toBeTruthy();
  server.on(listQuestionPairs, answers.json([]));
  await user.click(screen.getByRole('button', { name: 'Variação' }));
  await screen.findByText('Nenhuma questão parecida');
  expect(sent()).toEqual([{ firstId: 1, secondId: 2, verdict: 'variation' }]);
});

it('an author takes only their questions out of use', async () => {
  const { user, sent } = open();
  expect(await screen.findByRole('button', { name: 'Mesma: fica a 1' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Mesma: fica a 2' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Mesma: fica a 1' }));
  await waitFor(() => expect(sent()).toEqual([{ firstId: 1, secondId: 2, verdict: 'same', keepId: 1 }]));
});

it('a pair stays with an error if its decision was not saved', async () => {
  const { user, server } = open();
  server.on(decideQuestionPair, answers.offline);
  await user.click(await screen.findByRole('button', { name: 'Diferente' }));
  await screen.findByText('A decisão não foi guardada');
  expect(screen.getByText('Enunciado 1')).toBeTruthy();
});
