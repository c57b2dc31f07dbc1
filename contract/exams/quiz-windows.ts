import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { QUIZ_TITLE_MAX, SERIES_MAX } from '#contract/limits.ts';
import { instant, requiredText, revision, rowId, stored } from '#contract/shapes.ts';

const lateStart = z.enum(['shortens', 'full']);
export type LateStart = z.output<typeof lateStart>;

/** A moment that a person chose, in UTC. */
const moment = z.iso.datetime({ error: 'Informe data e hora.' });

const span = {
  opensAt: moment,
  closesAt: moment,
  /** shortens: who begins late ends with the others. full: everybody has the whole time, and results wait for the last. */
  lateStart,
};

const wantedWindow = z.object(span).check(
  z.refine(({ opensAt, closesAt }) => Date.parse(opensAt) < Date.parse(closesAt), {
    error: 'O fechamento vem depois da abertura.',
    path: ['closesAt'],
  }),
);
export type WantedWindow = z.output<typeof wantedWindow>;

const authoredWindow = z.object({
  id: z.number(),
  title: z.string(),
  isPublished: z.boolean(),
  timeLimit: z.nullable(z.number()),
  questionCount: z.number(),
  /** Questions that each attempt draws. A quiz with draws cannot have a window, but a series can be created from it. */
  drawCount: z.number(),
  /** Counts its changes; 0: there was never one. */
  version: z.number(),
  window: z.nullable(
    z.object({
      opensAt: instant,
      closesAt: instant,
      lateStart: stored(lateStart, 'shortens'),
      resultsAt: instant,
      confirmed: z.number(),
      /** Attempts that were begun inside it. */
      taken: z.number(),
      hasEnded: z.boolean(),
    }),
  ),
  serverTime: instant,
});
export type AuthoredWindow = z.output<typeof authoredWindow>;

export const getWindow = endpoint({
  method: 'GET',
  path: '/api/teacher/quizzes/:id/window',
  access: 'author',
  summary: 'When a quiz is open to students.',
  response: authoredWindow,
});

export const saveWindow = endpoint({
  method: 'PUT',
  path: '/api/teacher/quizzes/:id/window',
  access: 'author',
  errors: ['version_conflict', 'quiz_incomplete', 'conflict'],
  summary: 'Sets, moves or removes the window of a quiz. Once open, its end may only move back; once over, it stands.',
  body: z.object({ version: revision, window: z.nullable(wantedWindow) }),
  response: authoredWindow,
});

export const createSeries = endpoint({
  method: 'POST',
  path: '/api/teacher/quiz-series',
  access: 'author',
  errors: ['quiz_incomplete', 'conflict'],
  summary:
    'Weekly quizzes drawn by the rules of one, published, each with its window. The same creationKey is the same series.',
  body: z.object({
    quizId: rowId,
    title: requiredText(QUIZ_TITLE_MAX - 10, 'Dê um título à série.'),
    count: z
      .number('Informe quantas semanas.')
      .check(z.int('Use um número inteiro.'), z.gte(1, 'Pelo menos 1.'), z.lte(SERIES_MAX, `No máximo ${SERIES_MAX}.`)),
    /** The window of the first quiz; the others follow every seven days. */
    window: wantedWindow,
    creationKey: z.uuid(),
  }),
  response: z.array(z.object({ id: z.number(), title: z.string(), opensAt: instant, closesAt: instant })),
  alsoAnswers: [201],
});

const upcomingWindow = z.object({
  quizId: z.number(),
  title: z.string(),
  questionCount: z.number(),
  /** Every question is Certo or Errado. */
  isTrueFalse: z.boolean(),
  /** Minutes of this person; null: no limit. */
  timeLimit: z.nullable(z.number()),
  opensAt: instant,
  closesAt: instant,
  resultsAt: instant,
  /** A late start shortens the attempt: it ends when the window closes. */
  endsForAll: z.boolean(),
  confirmed: z.number(),
  isConfirmed: z.boolean(),
  /** Handed in, or its time is over: the result waits. */
  isDelivered: z.boolean(),
});
export type UpcomingWindow = z.output<typeof upcomingWindow>;

export const listUpcomingWindows = endpoint({
  method: 'GET',
  path: '/api/quiz-windows',
  access: 'signedIn',
  needsAccess: true,
  summary: 'The windows that are open or come next, soonest first; at most four.',
  response: z.object({
    windows: z.array(upcomingWindow),
    /** For their clocks. Where there are none it is the minute's beginning, so that the same answer stays the same. */
    serverTime: instant,
  }),
});

const presence = z.object({ confirmed: z.number(), isConfirmed: z.boolean() });

export const confirmPresence = endpoint({
  method: 'PUT',
  path: '/api/quizzes/:id/presence',
  access: 'signedIn',
  needsAccess: 'quiz',
  errors: ['conflict'],
  summary: 'Says that one will take the quiz in its window, and asks to be reminded.',
  response: presence,
});

export const withdrawPresence = endpoint({
  method: 'DELETE',
  path: '/api/quizzes/:id/presence',
  access: 'signedIn',
  summary: 'Takes that back.',
  response: presence,
});
