import { screen } from '@testing-library/react';
import { onTestFinished, vi } from 'vitest';
import { plainConduct } from '#contract/exams/exam-conduct.ts';
import { type AttemptPayload, saveAnswers, saveMarks } from '#contract/exams/quiz-attempts.ts';
import { getPreferences } from '#contract/preferences.ts';
import { call } from '#web/lib/api.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import AttemptDialog from '../attempt-dialog.tsx';
import { createAttemptSession } from '../attempt-session.ts';
import { createLatestSheet } from '../latest-sheet.ts';
import { explainSaveFailure } from '../save-failure.ts';
import { memoryPendingFinish } from './attempt-parts.ts';

export const startedAt = '2026-11-15T12:00:00.000Z';
const option = (id: number, optionText: string) => ({ id, optionText });
export const sheet: AttemptPayload = {
  id: 7,
  quizId: 3,
  title: 'Simulado de teste',
  startedAt,
  deadlineAt: '2026-11-16T12:00:00.000Z',
  hasTimeLimit: false,
  serverTime: startedAt,
  answers: [],
  conduct: plainConduct,
  worth: null,
  notebookUntil: null,
  marks: [],
  isElsewhere: false,
  leaves: 0,
  questions: [1, 2, 3].map((id) => ({
    id,
    kind: 'choice' as const,
    format: 'plain' as const,
    baseText: null,
    questionText: `Enunciado ${id}`,
    options: [option(id * 10, 'certo'), option(id * 10 + 1, 'errado')],
  })),
};
export const result = {
  id: 7,
  quizId: 3,
  userId: 'u',
  score: 10,
  correctAnswers: 3,
  totalQuestions: 3,
  percent: 100,
  passed: true,
  timeSpent: 60,
  createdAt: startedAt,
  withheldBy: null,
};
export const done = answers.json({ attempt: result, tooLate: [] });
export const saved = answers.json({ superseded: [], serverTime: startedAt });

/** `answered`: how many of the three questions, from the first on. */
export function openAttempt({
  answered = 0,
  marked = [] as number[],
  hasStorage = true,
  wish = memoryPendingFinish(),
  held = {} as Partial<AttemptPayload>,
  /** Milliseconds since the start, by the server; a test may move it. */
  time = { now: 60_000 },
} = {}) {
  const shown = { ...sheet, ...held };
  const server = fakeServer();
  server.on(saveAnswers, saved);
  server.on(getPreferences, answers.json({ shortcuts: true }));
  const onFinished = vi.fn();
  const onFinishWaiting = vi.fn();
  server.on(saveMarks, saved);
  const clock = { now: () => Date.parse(startedAt) + time.now, sync: () => undefined };
  const sessionThat = (send: Parameters<typeof createAttemptSession>[0]['send']) => {
    const made = createAttemptSession({
      startedAt,
      clock,
      outbox: { load: async () => [], put: async () => hasStorage, remove: async () => undefined },
      send,
      explain: explainSaveFailure,
      onSuperseded: () => undefined,
      onChange: () => undefined,
    });
    // Pending sends must not reach the server of the next test.
    onTestFinished(() => made.stop());
    return made;
  };
  const session = sessionThat((changes) => call(saveAnswers, { params: { id: 7 }, body: { answers: changes } }));
  const marks = sessionThat(async (changes) => {
    await call(saveMarks, { params: { id: 7 }, body: { marks: changes } });
    return { superseded: [] };
  });
  session.adopt(
    sheet.questions.map(({ id, options }, place) => ({
      questionId: id,
      optionId: place < answered ? (options[0]?.id ?? null) : null,
      flagged: marked.includes(id),
      doubted: false,
      leftBlank: false,
      seq: 1,
    })),
  );
  const latest = createLatestSheet();
  latest.set(shown);
  const siblings = { tell: () => undefined, join: () => () => undefined };
  const part = renderInApp(
    <AttemptDialog
      sheet={shown}
      live={{ id: 7, session, marks, markSiblings: siblings, clock, siblings, wish, latest }}
      open
      onOpenChange={() => undefined}
      onFinished={onFinished}
      onFinishWaiting={onFinishWaiting}
    />,
  );
  return {
    ...part,
    server,
    session,
    onFinished,
    onFinishWaiting,
    finishes: () => server.calls.filter(({ path }) => path === '/api/attempts/7/finish'),
    finish: () => screen.getByRole<HTMLButtonElement>('button', { name: /Finalizar|Enviando/ }),
    question: () => screen.getByRole('alertdialog'),
    choose: async (text: string) => part.user.click(screen.getByText(text)),
  };
}
