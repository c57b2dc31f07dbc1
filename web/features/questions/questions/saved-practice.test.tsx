import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { OfflineQuestion } from '#contract/study/offline.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { sessionQuery } from '#web/lib/session.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { SavedPractice } from './saved-practice.tsx';

beforeEach(() => {
  queryClient.setQueryData(sessionQuery.queryKey, { id: 'me', role: 'student' } as never);
});
afterEach(() => queryClient.clear());

const saved = (id: number, answerKey: OfflineQuestion['answerKey']): OfflineQuestion => ({
  id,
  kind: 'choice',
  format: 'plain',
  baseText: null,
  questionText: `Enunciado ${id}`,
  options: ['um', 'dois'].map((optionText, position) => ({ id: id * 10 + position, optionText })),
  lessonId: 1,
  subject: null,
  answerKey,
});

it('a question without its key is answered and counted as waiting for its correction', async () => {
  const keyed = { rightOptionId: 10, comment: 'Porque sim.', optionComments: [] };
  const { user } = renderInApp(<SavedPractice title="Treino" questions={[saved(1, keyed), saved(2, null)]} />);
  await user.click(screen.getByRole('radio', { name: /um/ }));
  await user.click(screen.getByRole('button', { name: 'Responder' }));
  expect(screen.getByText('Porque sim.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: /Próxima questão/ }));
  await user.click(screen.getByRole('radio', { name: /dois/ }));
  await user.click(screen.getByRole('button', { name: 'Responder' }));
  expect(screen.getByText('Resposta guardada neste aparelho')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: /Ver resultado/ }));
  expect(screen.getByText('1 de 1 certa. 1 resposta espera a correção.')).toBeTruthy();
});
