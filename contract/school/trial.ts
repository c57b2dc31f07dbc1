import * as z from 'zod/mini';
import { binary, endpoint } from '#contract/endpoint.ts';
import { TRIAL_QUESTIONS } from '#contract/limits.ts';
import { instant, revision, rowId, stored } from '#contract/shapes.ts';

const trial = z.object({
  /** Whether the school shows it. */
  isOn: z.boolean(),
  /** Whether visitors see it now: it is on, and something of it can be shown. */
  isOpen: z.boolean(),
  lesson: z.nullable(
    z.object({
      id: z.number(),
      title: z.string(),
      subject: z.nullable(z.string()),
      /** Why it cannot be shown. */
      problem: stored(z.nullable(z.enum(['deleted', 'too_long'])), null),
    }),
  ),
  /** In order. */
  questions: z.array(
    z.object({
      id: z.number(),
      excerpt: z.string(),
      subject: z.nullable(z.string()),
      /** Why it is left out. */
      problem: stored(z.nullable(z.enum(['inactive', 'no_comment'])), null),
    }),
  ),
  revision: z.number(),
  updatedAt: z.nullable(instant),
});
export type Trial = z.output<typeof trial>;

export const getTrial = endpoint({
  method: 'GET',
  path: '/api/teacher/trial',
  access: 'author',
  summary: 'What the school has chosen for visitors to try before they pay.',
  response: trial,
});

export const saveTrial = endpoint({
  method: 'PUT',
  path: '/api/teacher/trial',
  access: 'author',
  errors: ['version_conflict', 'question_in_use', 'state_conflict'],
  summary: 'Chooses the lesson and the questions, over the revision they were chosen from. Quizzes take none of them.',
  body: z.object({
    revision,
    lessonId: z.nullable(rowId),
    /** In order. Only questions of the bank that no quiz has used. */
    questionIds: z.array(rowId).check(
      z.maxLength(TRIAL_QUESTIONS, `Escolha no máximo ${TRIAL_QUESTIONS} questões.`),
      z.refine((ids) => new Set(ids).size === ids.length, { error: 'A mesma questão aparece duas vezes.' }),
    ),
  }),
  response: trial,
});

export const switchTrial = endpoint({
  method: 'PUT',
  path: '/api/admin/trial/state',
  access: 'admin',
  errors: ['state_conflict'],
  summary: 'Shows the chosen lesson and questions to visitors, or takes them away.',
  body: z.object({ isOn: z.boolean() }),
  response: trial,
});

export const getTrialImage = endpoint({
  method: 'GET',
  path: '/api/trial/images/:id',
  access: 'public',
  summary: 'An image that the page for visitors shows now; no other one.',
  response: binary,
});
