import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { BANK_PAGE, BANK_PAGE_MAX, BASE_TEXT_MAX, BASE_TEXT_TITLE_MAX } from '#contract/limits.ts';
import { instant, revision, stored, text } from '#contract/shapes.ts';
import { questionFormat } from './question-shapes.ts';

const input = z.object({
  title: z._default(text(BASE_TEXT_TITLE_MAX).check(z.trim()), ''),
  format: z._default(questionFormat, 'plain'),
  text: text(BASE_TEXT_MAX),
});
export type BaseTextInput = z.output<typeof input>;

const summary = {
  id: z.number(),
  title: z.string(),
  /** The beginning without markup. */
  excerpt: z.string(),
  /** Questions of the bank that are read with it. */
  questionCount: z.number(),
  authorName: z.nullable(z.string()),
  /** Authors change their own texts, admins all; every author may use every text. */
  mayEdit: z.boolean(),
  updatedAt: instant,
};

const summaryShape = z.object(summary);
export type BaseTextSummary = z.output<typeof summaryShape>;

const fullText = z.object({
  ...summary,
  versionId: z.number(),
  format: stored(questionFormat, 'plain'),
  text: z.string(),
  revision: z.number(),
});
export type FullBaseText = z.output<typeof fullText>;

export const listBaseTexts = endpoint({
  method: 'GET',
  path: '/api/teacher/base-texts',
  access: 'author',
  summary: 'The supporting texts of the bank, newest first; with `search`, those that hold it.',
  query: z.object({
    search: z.optional(text(200)),
    limit: z._default(z.coerce.number<string | number>().check(z.int(), z.gte(1), z.lte(BANK_PAGE_MAX)), BANK_PAGE),
    cursor: z.optional(text(200)),
  }),
  response: z.array(summaryShape),
});

export const createBaseText = endpoint({
  method: 'POST',
  path: '/api/teacher/base-texts',
  access: 'author',
  errors: ['conflict'],
  summary: 'A new supporting text. The same creationKey is the same text.',
  body: z.object({ ...input.shape, creationKey: z.optional(z.uuid()) }),
  bodyLimit: 512 * 1024,
  response: fullText,
  alsoAnswers: [201],
});

export const getBaseText = endpoint({
  method: 'GET',
  path: '/api/teacher/base-texts/:id',
  access: 'author',
  summary: 'A supporting text as it stands.',
  response: fullText,
});

export const saveBaseText = endpoint({
  method: 'PUT',
  path: '/api/teacher/base-texts/:id',
  access: 'author',
  errors: ['version_conflict'],
  summary:
    'Saves a text over the revision it was made from. Its questions get a next version; quizzes keep the one they have.',
  body: z.object({ ...input.shape, revision }),
  bodyLimit: 512 * 1024,
  response: fullText,
});

export const deleteBaseText = endpoint({
  method: 'DELETE',
  path: '/api/teacher/base-texts/:id',
  access: 'author',
  errors: ['text_in_use'],
  summary: 'Removes a text that no question was ever read with.',
});
