import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { beginBreak, endBreak } from '#contract/exams/exam-time.ts';
import { answers } from '#web/testing/fake-server.ts';
import { openAttempt, startedAt } from './testing/open-attempt.tsx';

const aids = { breaksLeft: 1, breakMinutes: 10, pausedUntil: null, largePrint: true };
const changed = (pausedUntil: string | null) =>
  answers.json({
    deadlineAt: '2026-11-16T12:10:00.000Z',
    notebookUntil: null,
    aids: { ...aids, breaksLeft: 0, pausedUntil },
    serverTime: startedAt,
  });

it('a student with a break left stops the clock, sees no question meanwhile, and goes on when they want', async () => {
  const { server, user } = openAttempt({ held: { aids } });
  server.on(beginBreak, changed('2026-11-15T12:11:00.000Z'));
  server.on(endBreak, changed(null));
  screen.getByText(/mais 1 vez, até 10 min/);
  await user.click(screen.getByRole('button', { name: 'Parar o relógio' }));
  await screen.findByRole('heading', { name: 'O relógio está parado' });
  expect(screen.getByRole('timer').textContent).toBe('10:00');
  expect(screen.queryByText('Enunciado 1')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Voltar à prova' }));
  await screen.findByText('Enunciado 1');
  expect(screen.queryByRole('button', { name: 'Parar o relógio' })).toBeNull();
});

it('an attempt that is opened during a break shows the break', () => {
  openAttempt({ held: { aids: { ...aids, pausedUntil: '2026-11-15T12:05:00.000Z' } } });
  screen.getByRole('heading', { name: 'O relógio está parado' });
});

it('a student without a right is offered no break', () => {
  openAttempt();
  expect(screen.queryByRole('button', { name: 'Parar o relógio' })).toBeNull();
});
