import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { id, instant, paging } from '#contract/shapes.ts';
import { examConduct } from './exam-conduct.ts';
import { attempt, quiz, withheldBy } from './mock-exams.ts';
import { shownRules } from './shown-rules.ts';
import { extraTime, shownWindow } from './shown-window.ts';

const openAttempt = z.object({ id: z.number(), startedAt: instant, deadlineAt: instant, answered: z.number() });
export type OpenAttempt = z.output<typeof openAttempt>;

export const getQuizOverview = endpoint({
  method: 'GET',
  path: '/api/quizzes/:id/overview',
  access: 'signedIn',
  errors: ['access_ended', 'not_bought'],
  summary: 'What the quiz page shows beside the attempts: subjects, best result, the open attempt.',
  response: z.object({
    ...quiz.shape,
    subjects: z.array(z.object({ name: z.string(), questionCount: z.number() })),
    /** Among the results that show. */
    best: z.nullable(attempt),
    withheldBy,
    attemptCount: z.number(),
    openAttempt: z.nullable(openAttempt),
    /**
     * How many of the questions have a key that was opened within a day, and from when on a pass counts for the
     * certificate whatever was opened. Null: no course asks for this quiz, or it was passed already.
     */
    keyRule: z.nullable(z.object({ seen: z.number(), countsFrom: z.nullable(instant) })),
    /** How points are counted; null: the score alone. */
    rules: z.nullable(shownRules),
    conduct: examConduct,
    /** Null: open at any time. */
    window: z.nullable(shownWindow),
    extraTime,
    /** It was taken inside a window whose results are out. */
    hasRanking: z.boolean(),
    /** For the window's clock. Without one it is the minute's beginning, so that the same answer stays the same. */
    serverTime: instant,
  }),
});

export const listAttempts = endpoint({
  method: 'GET',
  path: '/api/quiz-attempts/:quizId',
  access: 'signedIn',
  summary: "One's closed attempts at a quiz, newest first.",
  params: z.object({ quizId: id }),
  query: z.object(paging),
  response: z.array(attempt),
});

/**
 * What the list can be narrowed to: not handed in yet, more than one subject, one subject alone, nothing but Certo or
 * Errado.
 */
export const quizFilters = ['untried', 'complete', 'bySubject', 'trueFalse'] as const;
export type QuizFilter = (typeof quizFilters)[number];

export const listQuizzes = endpoint({
  method: 'GET',
  path: '/api/quizzes',
  access: 'signedIn',
  needsAccess: true,
  summary: 'Published quizzes, newest first, with what one has made of each.',
  query: z.object({ ...paging, filter: z.optional(z.enum(quizFilters)) }),
  response: z.array(
    z.object({
      ...quiz.shape,
      publishedAt: instant,
      /** Every question is Certo or Errado. */
      isTrueFalse: z.boolean(),
      /** Published lately and never tried. */
      isNew: z.boolean(),
      attemptCount: z.number(),
      /** Among the results that show. */
      best: z.nullable(z.object({ score: z.number(), percent: z.number(), passed: z.boolean() })),
      withheldBy,
      openAttempt: z.nullable(z.object({ id: z.number(), deadlineAt: instant })),
      /** Taken inside a window, until its results are out. */
      window: z.nullable(
        z.object({ opensAt: instant, closesAt: instant, resultsAt: instant, isDelivered: z.boolean() }),
      ),
    }),
  ),
});

export const countQuizzes = endpoint({
  method: 'GET',
  path: '/api/quizzes/counts',
  access: 'signedIn',
  needsAccess: true,
  summary: 'How many published quizzes there are, in all and by each filter of the list.',
  response: z.object({
    all: z.number(),
    untried: z.number(),
    complete: z.number(),
    bySubject: z.number(),
    trueFalse: z.number(),
  }),
});
