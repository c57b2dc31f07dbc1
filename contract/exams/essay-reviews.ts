import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { idParams, requiredText } from '#contract/shapes.ts';
import { correction } from './essay-corrections.ts';
import { readEssay } from './essay-grading.ts';
import { ESSAY_REVIEW_WORDS_MAX } from './essay-limits.ts';
import { essay } from './essays.ts';

export const askReview = endpoint({
  method: 'POST',
  path: '/api/essays/:id/review',
  access: 'signedIn',
  errors: ['state_conflict'],
  summary: "Asks for a review of one's returned essay, once and within the theme's days. The same reason is the same.",
  params: idParams,
  body: z.object({ reason: requiredText(ESSAY_REVIEW_WORDS_MAX, 'Diga o que deve ser revisto e por quê.') }),
  response: essay,
});

/** What a review may change. Marks and words of the readers stay theirs. */
const decidedPoints = {
  points: correction.shape.points,
  languageErrors: correction.shape.languageErrors,
  zeroReasonKeys: correction.shape.zeroReasonKeys,
};

export const decideReview = endpoint({
  method: 'POST',
  path: '/api/teacher/essays/:id/review',
  access: 'author',
  errors: ['state_conflict'],
  summary:
    'Decides a review with words, by a person who did not read the essay. The same points keep the score; others change it. Once; again is the same.',
  params: idParams,
  body: z.object({ ...decidedPoints, answer: requiredText(ESSAY_REVIEW_WORDS_MAX, 'Explique a decisão ao aluno.') }),
  response: readEssay,
});
