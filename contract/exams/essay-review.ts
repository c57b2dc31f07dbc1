import * as z from 'zod/mini';
import { instant, stored } from '#contract/shapes.ts';

export const essayReviewStates = ['asked', 'kept', 'changed'] as const;
export type EssayReviewState = (typeof essayReviewStates)[number];

/** The review of an essay as its student and its readers see it. */
export const essayReview = z.object({
  state: stored(z.enum(essayReviewStates), 'asked'),
  reason: z.string(),
  askedAt: instant,
  /** The score that the review is about. */
  scoreBefore: z.number(),
  /** The score that the decision made. Null: undecided, or decided by an older release. */
  scoreAfter: z.optional(z.nullable(z.number())),
  /** Once decided. */
  answer: z.nullable(z.string()),
  decidedAt: z.nullable(instant),
});
export type EssayReview = z.output<typeof essayReview>;

/** Whether the review changed the score: changed points may give the same one. */
export const hasChangedScore = ({ state, scoreBefore, scoreAfter }: EssayReview): boolean =>
  state === 'changed' && scoreAfter !== scoreBefore;
