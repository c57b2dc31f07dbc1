import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { QUESTION_LABEL_MAX, QUESTION_REASON_MAX, QUESTIONS_CHOSEN_MAX } from '#contract/limits.ts';
import { instant, revision, rowId, stored, text } from '#contract/shapes.ts';
import { bankFilter } from './question-bank.ts';
import { yearOfQuestion } from './question-content.ts';
import { difficulty } from './question-shapes.ts';
import { tags } from './question-tags.ts';

/** What a change may set; what is left out stays as it is in each question. */
const change = z.object({
  /** Questions whose topic the new subject does not have lose it. */
  subjectId: z.optional(z.nullable(rowId)),
  /** With its subject. */
  topicId: z.optional(z.nullable(rowId)),
  source: z.optional(text(QUESTION_LABEL_MAX).check(z.trim())),
  year: z.optional(z.nullable(yearOfQuestion)),
  difficulty: z.optional(z.nullable(difficulty)),
  addTags: z.optional(tags),
  removeTags: z.optional(tags),
  status: z.optional(z.enum(['active', 'outdated'])),
  /** Why they are outdated. */
  reason: z._default(text(QUESTION_REASON_MAX).check(z.trim()), ''),
});
export type BulkChange = z.output<typeof change>;

export const changedField = z.enum(['subject', 'topic', 'source', 'year', 'difficulty', 'status', 'tags']);
export type ChangedField = z.output<typeof changedField>;

/** Why a question was left as it is. */
export const leftReason = z.enum([
  'not_yours',
  'annulled',
  'changed',
  'used',
  'deleted',
  'subject_gone',
  'too_many_tags',
]);
export type LeftReason = z.output<typeof leftReason>;

const outcome = z.object({
  id: z.number(),
  /** Questions that are different now. */
  changed: z.number(),
  /** Those that were chosen and left alone, with the first of them by name. */
  leftCount: z.number(),
  left: z.array(z.object({ id: z.number(), excerpt: z.string(), reason: stored(leftReason, 'changed') })),
});
export type ChangeOutcome = z.output<typeof outcome>;

export const changeQuestions = endpoint({
  method: 'POST',
  path: '/api/teacher/question-changes',
  access: 'author',
  errors: ['subject_gone', 'topic_gone', 'conflict'],
  summary:
    'Sets labels or the status of many questions at once, named one by one or by a search, all of them or none. Can be taken back for seven days. The same creationKey is the same change.',
  body: z.object({
    /** Either these, */
    ids: z.optional(
      z.array(rowId).check(z.maxLength(QUESTIONS_CHOSEN_MAX, `Escolha no máximo ${QUESTIONS_CHOSEN_MAX} questões.`)),
    ),
    /** or all that a search finds. */
    filter: z.optional(
      // Strict: a filter that this release does not know would choose more than was meant.
      z.strictObject(bankFilter),
    ),
    /** With a filter: how many questions the page showed for it. Where the search finds another number, nothing is changed. */
    expected: z.optional(revision),
    change,
    creationKey: z.optional(z.uuid()),
  }),
  response: outcome,
});

export const listQuestionChanges = endpoint({
  method: 'GET',
  path: '/api/teacher/question-changes',
  access: 'author',
  summary: "One's last changes of many questions, imports among them, that can be taken back; newest first.",
  response: z.array(
    z.object({
      id: z.number(),
      kind: stored(z.enum(['bulk', 'import']), 'bulk'),
      fields: z.array(stored(changedField, 'status')),
      /** The questions of an import. */
      fileName: z.nullable(z.string()),
      questionCount: z.number(),
      createdAt: instant,
      undoneAt: z.nullable(instant),
      /** The last moment for it. */
      undoableUntil: instant,
    }),
  ),
});

export const undoQuestionChange = endpoint({
  method: 'POST',
  path: '/api/teacher/question-changes/:id/undo',
  access: 'author',
  errors: ['state_conflict'],
  summary:
    'Takes a change back: each question is as it was before, unless it was changed since; those are named and left alone. Questions of an import go, unless they were used or changed.',
  response: outcome,
});
