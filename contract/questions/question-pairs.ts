import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { QUESTION_PAIRS_PAGE_MAX } from '#contract/limits.ts';
import { questionStatus } from '#contract/question-status.ts';
import { instant, rowId, stored, text } from '#contract/shapes.ts';
import { difficulty, questionFormat, questionKind } from './question-shapes.ts';

/** What an author says of two questions that look alike. */
export const pairVerdict = z.enum(['same', 'variation', 'different']);
export type PairVerdict = z.output<typeof pairVerdict>;

/** A question as it stands beside another. */
export const comparedQuestion = z.object({
  id: z.number(),
  kind: stored(questionKind, 'choice'),
  format: stored(questionFormat, 'plain'),
  questionText: z.string(),
  comment: z.string(),
  options: z.array(z.object({ id: z.number(), optionText: z.string(), comment: z.string(), isCorrect: z.boolean() })),
  subject: z.nullable(z.string()),
  topic: z.string(),
  source: z.string(),
  year: z.nullable(z.number()),
  difficulty: stored(z.nullable(difficulty), null),
  status: stored(questionStatus, 'outdated'),
  quizCount: z.number(),
  mayEdit: z.boolean(),
  updatedAt: instant,
});
export type ComparedQuestion = z.output<typeof comparedQuestion>;

const questionPair = z.object({ likeness: z.number(), first: comparedQuestion, second: comparedQuestion });
export type QuestionPair = z.output<typeof questionPair>;

export const listQuestionPairs = endpoint({
  method: 'GET',
  path: '/api/teacher/question-pairs',
  access: 'author',
  summary: 'Questions of the bank that look alike and of which nobody has said anything yet, most alike first.',
  query: z.object({
    limit: z._default(z.coerce.number<string | number>().check(z.int(), z.gte(1), z.lte(QUESTION_PAIRS_PAGE_MAX)), 10),
    cursor: z.optional(text(200)),
  }),
  response: z.array(questionPair),
});

export const decideQuestionPair = endpoint({
  method: 'PUT',
  path: '/api/teacher/question-pairs',
  access: 'author',
  errors: ['not_found'],
  summary:
    'Says what two questions that look alike are. The same, with `keepId`: the other becomes outdated. The last word holds.',
  body: z.object({
    firstId: rowId,
    secondId: rowId,
    verdict: pairVerdict,
    /** The one of two equal questions that stays in use. */
    keepId: z.optional(rowId),
  }),
});
