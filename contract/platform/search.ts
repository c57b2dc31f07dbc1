import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { SEARCH_MAX } from '#contract/limits.ts';
import { id, text } from '#contract/shapes.ts';

export const searchKinds = ['lesson', 'course', 'quiz', 'essayTheme', 'teacherEssayTheme'] as const;
export type SearchKind = (typeof searchKinds)[number];

/** A text in pieces, with the matches flagged. It contains no HTML. */
const pieces = z.array(z.object({ text: z.string(), hit: z.boolean() }));
export type TextPiece = z.output<typeof pieces>[number];

export const searchResult = z.object({
  kind: z.enum(searchKinds),
  id,
  title: pieces,
  /** Where it belongs: the subject's name. */
  context: z.nullable(z.string()),
  snippet: pieces,
});
export type SearchResult = z.output<typeof searchResult>;

export const search = endpoint({
  method: 'GET',
  path: '/api/search',
  access: 'signedIn',
  mayLag: true,
  needsAccess: true,
  summary:
    'Full text over lessons, courses, quizzes and open essay themes, for authors also their own: title before text, parts of words, with or without accents.',
  query: z.object({
    q: text(SEARCH_MAX),
    limit: z._default(z.coerce.number<string | number>().check(z.int(), z.gte(1), z.lte(50)), 12),
  }),
  work: 'search',
  weight: 5,
  response: z.array(searchResult),
});
