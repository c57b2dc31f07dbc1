import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { QUESTION_FILTER_NAME_MAX } from '#contract/limits.ts';
import { text } from '#contract/shapes.ts';
import { bankFilter, bankSort } from './question-bank.ts';

const savedFilter = z.object({ ...bankFilter, sort: z.optional(bankSort), order: z.optional(z.enum(['asc', 'desc'])) });
export type SavedFilter = z.output<typeof savedFilter>;

const questionFilter = z.object({ id: z.number(), name: z.string(), filter: savedFilter });
export type QuestionFilter = z.output<typeof questionFilter>;

export const listQuestionFilters = endpoint({
  method: 'GET',
  path: '/api/teacher/question-filters',
  access: 'author',
  summary: "One's kept searches of the bank, oldest first. Merged topics and subjects are followed.",
  response: z.array(questionFilter),
});

export const saveQuestionFilter = endpoint({
  method: 'POST',
  path: '/api/teacher/question-filters',
  access: 'author',
  errors: ['subject_gone', 'topic_gone'],
  summary: 'Keeps a search of the bank under a name; the same name again replaces it.',
  body: z.object({
    name: text(QUESTION_FILTER_NAME_MAX).check(z.trim(), z.minLength(1, 'Dê um nome ao filtro.')),
    filter: savedFilter,
  }),
  response: questionFilter,
});

export const deleteQuestionFilter = endpoint({
  method: 'DELETE',
  path: '/api/teacher/question-filters/:id',
  access: 'author',
  summary: 'Forgets a kept search.',
});
