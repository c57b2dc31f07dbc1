import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { EssayReview } from '#contract/exams/essay-review.ts';
import { askReview } from '#contract/exams/essay-reviews.ts';
import type { Essay } from '#contract/exams/essays.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { signedIn } from '#web/testing/signed-in.ts';
import { ReviewCard } from './review-card.tsx';

const essay = {
  id: 7,
  themeId: 3,
  serverTime: '2026-11-15T12:00:00.000Z',
  reviewUntil: '2026-11-18T12:00:00.000Z',
  review: null,
} as Essay;
const asked: EssayReview = {
  state: 'asked',
  reason: 'O tema foi atendido.',
  askedAt: essay.serverTime,
  scoreBefore: 16.1,
  answer: null,
  decidedAt: null,
};

afterEach(() => queryClient.clear());

function open(change: Partial<Essay> = {}, score = 16.1) {
  signedIn('student');
  const server = fakeServer();
  server.on(askReview, answers.json({ ...essay, review: asked, reviewUntil: null }));
  return { server, ...renderInApp(<ReviewCard essay={{ ...essay, ...change }} score={score} />, '/essays/7') };
}

it('asks for a reason before it sends a request for review, and sends it once', async () => {
  const { server } = open();
  fireEvent.click(screen.getByRole('button', { name: 'Pedir revisão da nota' }));
  fireEvent.click(screen.getByRole('button', { name: 'Pedir revisão' }));
  expect(screen.getByText('Diga o que deve ser revisto e por quê.')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('O que deve ser revisto'), { target: { value: asked.reason } });
  fireEvent.click(screen.getByRole('button', { name: 'Pedir revisão' }));
  await waitFor(() => expect(server.calls.filter((call) => call.path.endsWith('/review'))).toHaveLength(1));
  expect(server.calls.find((call) => call.path.endsWith('/review'))?.body).toEqual({ reason: asked.reason });
});

it.each(['2026-11-15T11:59:59.000Z', null])(
  'offers no review after the last day or without one (%s)',
  (reviewUntil) => {
    open({ reviewUntil });
    expect(screen.queryByRole('button')).toBeNull();
  },
);

it('a pending review is shown without a way to ask again', () => {
  open({ review: asked, reviewUntil: null });
  expect(screen.getByText('Revisão pedida')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

it('shows both scores with the answer once the review changed them', () => {
  open({ review: { ...asked, state: 'changed', answer: 'Você tem razão.' }, reviewUntil: null }, 16.6);
  expect(screen.getByText('A revisão mudou a nota')).toBeTruthy();
  expect([screen.getByText('16,1'), screen.getByText('16,6'), screen.getByText('Você tem razão.')]).toHaveLength(3);
});

it('shows the score of the review and what a later regrade changed', () => {
  const decided = { ...asked, state: 'changed' as const, scoreAfter: 16.6, answer: 'Você tem razão.' };
  open({ review: decided, reviewUntil: null }, 20.6);
  expect(screen.getByText(/^De /).textContent).toBe('De 16,1 para 16,6.');
  expect(screen.getByText(/espelho corrigido/).textContent).toMatch(/para 20,6\.$/);
});

it('says that the score stayed where the review changed points and not the score', () => {
  const decided = { ...asked, state: 'changed' as const, scoreAfter: 16.1, answer: 'Outros pontos.' };
  open({ review: decided, reviewUntil: null });
  expect(screen.getByText('A revisão manteve a nota')).toBeTruthy();
  expect(screen.queryByText(/^De /)).toBeNull();
});
