import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { LESSON_QUESTIONS_MAX, LESSON_QUESTIONS_MIN } from '#contract/limits.ts';
import { questionStatus } from '#contract/question-status.ts';
import { id, rowId, stored } from '#contract/shapes.ts';

const chosenQuestion = z.object({
  id,
  excerpt: z.string(),
  subject: z.nullable(z.string()),
  topic: z.string(),
  /** One that is annulled or outdated is not asked. */
  status: stored(questionStatus, 'outdated'),
});
export type ChosenQuestion = z.output<typeof chosenQuestion>;

/** At most five. */
const chosen = z.object({ questions: z.array(chosenQuestion) });

export const getLessonQuestions = endpoint({
  method: 'GET',
  path: '/api/articles/:id/questions',
  access: 'author',
  summary:
    'The questions that were chosen for the end of a lesson, in their order; none: they are drawn from its topic.',
  response: chosen,
});

const amount = `Escolha de ${LESSON_QUESTIONS_MIN} a ${LESSON_QUESTIONS_MAX} questões, ou nenhuma.`;

export const saveLessonQuestions = endpoint({
  method: 'PUT',
  path: '/api/articles/:id/questions',
  access: 'author',
  comesFirst: true,
  errors: ['version_conflict'],
  summary:
    'Chooses the questions for the end of a lesson; teachers choose for their own, administrators for any. An empty list leaves it to chance.',
  body: z.object({
    questionIds: z.array(rowId).check(
      z.maxLength(LESSON_QUESTIONS_MAX, amount),
      z.refine((ids) => ids.length === 0 || ids.length >= LESSON_QUESTIONS_MIN, amount),
      z.refine((ids) => new Set(ids).size === ids.length, 'Cada questão entra uma vez.'),
    ),
    /** What stood when they were chosen: another list by now is refused with 409. */
    before: z.array(rowId).check(z.maxLength(LESSON_QUESTIONS_MAX, amount)),
  }),
  response: chosen,
});
