import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { ReviewedQuestion } from '#contract/exams/quiz-attempts.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { signedIn } from '#web/testing/signed-in.ts';
import { ReviewQuestion } from './review-question.tsx';

const option = (id: number, isCorrect: boolean) => ({ id, optionText: `Alternativa ${id}`, comment: '', isCorrect });
const question: ReviewedQuestion = {
  ...{ id: 1, kind: 'choice', format: 'plain', baseText: null, questionText: 'Assinale.', comment: '' },
  ...{ subject: null, selectedOptionId: 1, notebookOptionId: null, isCorrect: true, flagged: false, doubted: false },
  ...{ isWithheld: false, isAnnulled: false, annulmentReason: '', options: [option(1, true), option(2, false)] },
};

afterEach(() => queryClient.clear());

/** Waits for its lazy chunks: one that arrives after the test would be an error of React. */
async function open(change: Partial<ReviewedQuestion>) {
  signedIn('student');
  const { calls } = fakeServer();
  renderInApp(<ReviewQuestion question={{ ...question, ...change }} number={3} isKeyOpen hasSheet={false} />);
  await screen.findByRole('button', { name: 'Guardar no caderno' });
  await waitFor(() =>
    expect(calls).toContainEqual(expect.objectContaining({ path: '/api/answered-questions/1/law-citations' })),
  );
}

it('the review of an outdated question has a badge beside its result and says why', async () => {
  await open({ outdated: { reason: 'A Lei nº 15.000 mudou o artigo.' } });
  expect(screen.getByText('Desatualizada')).toBeTruthy();
  expect(screen.getByText('Certa')).toBeTruthy();
  expect(screen.getByText('A Lei nº 15.000 mudou o artigo.')).toBeTruthy();
});

it('the review of any other question says nothing of it, also where an older release sent nothing', async () => {
  for (const outdated of [null, undefined]) {
    await open({ outdated });
    expect(screen.queryByText(/desatualizada/i)).toBeNull();
    cleanup();
    queryClient.clear();
  }
});
