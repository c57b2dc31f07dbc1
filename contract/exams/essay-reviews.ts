import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { requiredText } from '#contract/shapes.ts';
import { type Correction, correction } from './essay-corrections.ts';
import { readEssay } from './essay-grading.ts';
import { ESSAY_REVIEW_WORDS_MAX } from './essay-limits.ts';
import { essay } from './essays.ts';

export const askReview = endpoint({
  method: 'POST',
  path: '/api/essays/:id/review',
  access: 'signedIn',
  errors: ['state_conflict'],
  summary:
    "Asks for a review of the caller's returned essay, once and within the theme's days. The same reason is the same.",
  body: z.object({ reason: requiredText(ESSAY_REVIEW_WORDS_MAX, 'Diga o que deve ser revisto e por quê.') }),
  response: essay,
});

/** What a review may change. Marks and words of the readers stay theirs. */
const decidedPoints = {
  points: correction.shape.points,
  languageErrors: correction.shape.languageErrors,
  zeroReasonKeys: correction.shape.zeroReasonKeys,
};

type Decided = Pick<Correction, keyof typeof decidedPoints>;

/** Whether a decision gives what the correction has already. Such a decision keeps the score, also that of a mean. */
export function isSameDecision(correction: Decided, { points, languageErrors, zeroReasonKeys }: Decided): boolean {
  const keys = [...Object.keys(correction.points), ...Object.keys(points)];
  const reasons = new Set([...correction.zeroReasonKeys, ...zeroReasonKeys]);
  return (
    languageErrors === correction.languageErrors &&
    keys.every((key) => points[key] === correction.points[key]) &&
    [...reasons].every((key) => zeroReasonKeys.includes(key) && correction.zeroReasonKeys.includes(key))
  );
}

export const decideReview = endpoint({
  method: 'POST',
  path: '/api/teacher/essays/:id/review',
  access: 'author',
  errors: ['state_conflict'],
  summary:
    'Decides a review with words, by a person who did not read the essay. The same points keep the score; others change it. Once; again is the same.',
  body: z.object({
    ...decidedPoints,
    /** The score that the reviewer saw: another one refuses the decision. */
    scoreBefore: z.number(),
    answer: requiredText(ESSAY_REVIEW_WORDS_MAX, 'Explique a decisão ao aluno.'),
  }),
  response: readEssay,
});
