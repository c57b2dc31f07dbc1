import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { attempt } from './mock-exams.ts';
import { shownRules } from './shown-rules.ts';

const minimumResult = z.object({
  name: z.string(),
  /** The minimum of the whole exam. */
  isTotal: z.boolean(),
  minimum: z.number(),
  points: z.number(),
  isReached: z.boolean(),
});

const ruledResult = z.object({
  /** All null, and the lists empty, while the result is withheld. */
  points: z.nullable(z.number()),
  maxPoints: z.nullable(z.number()),
  /** Points that pass. */
  passLine: z.nullable(z.number()),
  /** Names of the minimums that were missed. */
  eliminatedBy: z.array(z.string()),
  minimums: z.array(minimumResult),
  subjects: z.array(
    z.object({
      name: z.string(),
      points: z.number(),
      maxPoints: z.number(),
      right: z.number(),
      wrong: z.number(),
      blank: z.number(),
      annulled: z.number(),
      /** The minimum of a block that consists of this subject only. */
      minimum: z.nullable(z.number()),
    }),
  ),
  /** Answers that were marked as guesses, and the points had they been left blank; null: none was marked. */
  doubts: z.nullable(z.object({ count: z.number(), right: z.number(), pointsWithout: z.number() })),
  /** Only with an answer card: the questions on which it differs from the notebook, and the points by the notebook. */
  transcription: z.nullable(z.object({ errors: z.array(z.number()), notebookPoints: z.number() })),
  /** In the ranking of the window it was taken in; null: there is none yet, under ten people, or one has left it. */
  position: z.nullable(z.number()),
  of: z.nullable(z.number()),
  alias: z.nullable(z.string()),
  /** Taken inside a window: there is, or will be, a ranking. */
  hasRanking: z.boolean(),
  /** Null: a version without rules; each right answer is a point. */
  rules: z.nullable(shownRules),
});

export const getAttemptResult = endpoint({
  method: 'GET',
  path: '/api/attempts/:id/result',
  access: 'signedIn',
  errors: ['attempt_open'],
  summary: "One's closed attempt: the score, and the points by the rules of its version.",
  response: z.object({ ...attempt.shape, ...ruledResult.shape }),
});
