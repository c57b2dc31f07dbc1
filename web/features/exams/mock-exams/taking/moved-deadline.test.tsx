import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { finishAttempt, resumeAttempt } from '#contract/exams/quiz-attempts.ts';
import { answers } from '#web/testing/fake-server.ts';
import { done, openAttempt, sheet } from './testing/open-attempt.tsx';

const early = { hasTimeLimit: true, deadlineAt: '2026-11-15T13:00:00.000Z' };
const later = { ...sheet, ...early, deadlineAt: '2026-11-15T13:30:00.000Z', serverTime: '2026-11-15T13:00:00.000Z' };
const HOUR = 3_600_000;
const aids = { breaksLeft: 0, breakMinutes: 10, pausedUntil: null, largePrint: false };

it('extra time that was granted meanwhile is taken over at the old deadline, and nothing is handed in', async () => {
  const time = { now: 60_000 };
  const { server, finishes, finish, session, user } = openAttempt({ answered: 1, held: early, time });
  server.on(resumeAttempt, answers.json({ ...later, aids }));
  time.now = HOUR;
  await waitFor(() => expect(screen.getByRole('timer').textContent).toBe('30:00'));
  await waitFor(() => expect(screen.queryByText('O tempo acabou')).toBeNull());
  expect(finishes()).toEqual([]);
  expect(finish().disabled).toBe(false);
  await user.click(screen.getByText('errado'));
  expect(session.getState().answers.get(2)?.optionId).toBe(21);
});

it('a break that began in another tab is shown at the old deadline', async () => {
  const time = { now: 60_000 };
  const { server, finishes } = openAttempt({ answered: 1, held: early, time });
  const paused = { ...aids, pausedUntil: '2026-11-15T13:05:00.000Z' };
  server.on(resumeAttempt, answers.json({ ...later, questions: [], aids: paused }));
  time.now = HOUR;
  await screen.findByRole('heading', { name: 'O relógio está parado' });
  expect(finishes()).toEqual([]);
});

it('a deadline that stands hands in, by the clock', async () => {
  const time = { now: 60_000 };
  const { server, finishes, onFinished } = openAttempt({ answered: 1, held: early, time });
  server.on(resumeAttempt, answers.json({ ...sheet, ...early }));
  server.on(finishAttempt, done);
  time.now = HOUR;
  await waitFor(() => expect(onFinished).toHaveBeenCalledOnce());
  expect(finishes()[0]?.body).toMatchObject({ byClock: true });
});

it('the server refuses an old deadline of a page that could not read, and the next try goes on', async () => {
  const time = { now: 60_000 };
  const { server, finishes } = openAttempt({ answered: 1, held: early, time });
  server.on(finishAttempt, answers.error(409, 'state_conflict', 'O tempo deste simulado ainda não acabou.'));
  time.now = HOUR;
  await waitFor(() => expect(finishes()).toHaveLength(1));
  server.on(resumeAttempt, answers.json(later));
  act(() => void dispatchEvent(new Event('online')));
  await waitFor(() => expect(screen.getByRole('timer').textContent).toBe('30:00'));
  await waitFor(() => expect(screen.queryByText('O tempo acabou')).toBeNull());
});

it('a notebook whose end was moved stays open', async () => {
  const time = { now: 60_000 };
  const conduct = { ...sheet.conduct, sheet: { minutes: 20, mayCopy: false } };
  const held = { ...early, conduct, notebookUntil: '2026-11-15T12:40:00.000Z' };
  const { server } = openAttempt({ answered: 1, held, time });
  server.on(
    resumeAttempt,
    answers.json({ ...later, conduct, notebookUntil: '2026-11-15T13:10:00.000Z', serverTime: held.notebookUntil }),
  );
  time.now = (HOUR * 2) / 3;
  await waitFor(() => expect(screen.getByRole('timer').textContent).toBe('30:00'));
  screen.getByText('Enunciado 2');
});

it('an attempt opened during a break reads its questions when the break is over', async () => {
  const time = { now: 60_000 };
  const paused = { ...aids, pausedUntil: '2026-11-15T12:05:00.000Z' };
  const { server } = openAttempt({ held: { aids: paused, questions: [] }, time });
  screen.getByRole('heading', { name: 'O relógio está parado' });
  server.on(resumeAttempt, answers.json({ ...sheet, aids }));
  time.now = 5 * 60_000;
  await screen.findByText('Enunciado 1');
});
