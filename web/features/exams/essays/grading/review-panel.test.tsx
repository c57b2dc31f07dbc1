import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { espelhoPresets } from '#contract/exams/espelho-presets.ts';
import { emptyCorrection } from '#contract/exams/essay-corrections.ts';
import type { ReadEssayAnswer } from '#contract/exams/essay-grading.ts';
import type { EssayReview } from '#contract/exams/essay-review.ts';
import { decideReview } from '#contract/exams/essay-reviews.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { signedIn } from '#web/testing/signed-in.ts';
import { ReviewPanel } from './review-panel.tsx';

const points = { tema: 4.5, estrutura: 3.5, argumentacao: 3.5, coesao: 2.5, norma: 2.1 };
const review: EssayReview = {
  state: 'asked',
  reason: 'O tema foi atendido.',
  askedAt: '2026-11-15T12:00:00.000Z',
  scoreBefore: 16.1,
  answer: null,
  decidedAt: null,
};
const preset = espelhoPresets[0];
if (!preset) throw new Error('There is no preset.');
const essay: ReadEssayAnswer = {
  id: 7,
  number: 1,
  state: 'returned',
  theme: {
    kind: 'essay',
    title: 'Câmeras corporais',
    command: 'Escreva.',
    texts: [],
    maxLines: 30,
    minLines: 1,
    lineWidth: 68,
    minutes: null,
    opensAt: null,
    closesAt: null,
    returnHours: 72,
    espelho: preset.espelho,
    secondReading: null,
    reviewDays: 5,
  },
  text: 'Um texto.',
  minutes: null,
  deliveredAt: '2026-11-14T12:00:00.000Z',
  dueAt: '2026-11-17T12:00:00.000Z',
  lease: null,
  isBlind: false,
  isFinished: false,
  correction: { ...emptyCorrection, points },
  revision: 1,
  result: { score: 16.1, isPassed: true, content: 16.1, penalty: 0, reasonKeys: [], lines: 1 },
  review,
  mayDecide: true,
};

afterEach(() => queryClient.clear());

function open(change: Partial<ReadEssayAnswer> = {}, asked = review) {
  signedIn('teacher');
  const server = fakeServer();
  server.on(decideReview, answers.json({ ...essay, review: { ...review, state: 'changed' } }));
  return {
    server,
    ...renderInApp(<ReviewPanel essay={{ ...essay, ...change }} review={asked} />, '/teacher/essays/7'),
  };
}

it('sends changed points with the answer, and asks for words before it sends', async () => {
  const { server, path } = open();
  fireEvent.click(screen.getByRole('button', { name: 'Decidir revisão' }));
  expect(screen.getByText('Explique a decisão ao aluno.')).toBeTruthy();
  expect(server.calls.some((call) => call.path.endsWith('/review'))).toBe(false);
  fireEvent.change(screen.getByLabelText(/Atendimento ao tema/), { target: { value: '5' } });
  fireEvent.change(screen.getByLabelText('Resposta ao aluno'), { target: { value: 'Você tem razão.' } });
  fireEvent.click(screen.getByRole('button', { name: 'Decidir revisão' }));
  await waitFor(() => expect(path()).toBe('/teacher/essays'));
  expect(server.calls.find((call) => call.path.endsWith('/review'))?.body).toEqual({
    points: { ...points, tema: 5 },
    languageErrors: 0,
    zeroReasonKeys: [],
    scoreBefore: 16.1,
    answer: 'Você tem razão.',
  });
});

it('shows the score that the decision makes, and keeps a mean while nothing changes', () => {
  const result = { score: 12.35, isPassed: true, content: 16.1, penalty: 0, reasonKeys: [], lines: 1 };
  open({ result });
  const status = () => screen.getByRole('status').textContent;
  expect(status()).toBe('Nota: 12,35 antes, 12,35 depois da decisão');
  const theme = screen.getByLabelText(/Atendimento ao tema/);
  fireEvent.change(theme, { target: { value: '5' } });
  expect(status()).toBe('Nota: 12,35 antes, 16,6 depois da decisão');
  fireEvent.click(screen.getByLabelText('Fuga ao tema'));
  expect(status()).toBe('Nota: 12,35 antes, 0,0 depois da decisão · menos que antes');
  fireEvent.click(screen.getByLabelText('Fuga ao tema'));
  fireEvent.change(theme, { target: { value: '4,5' } });
  expect(status()).toBe('Nota: 12,35 antes, 12,35 depois da decisão');
});

it('a reader of the essay cannot decide its review', () => {
  open({ mayDecide: false });
  expect(screen.getByText(/a revisão cabe a outra pessoa/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Decidir revisão' })).toBeNull();
});

it('the answer is shown once the review is decided', () => {
  open({ mayDecide: false }, { ...review, state: 'kept', answer: 'A nota fica.', decidedAt: review.askedAt });
  expect(screen.getByText('A nota fica.')).toBeTruthy();
  expect(screen.queryByText(/cabe a outra pessoa/)).toBeNull();
});
