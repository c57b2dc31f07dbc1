import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { ANNOTATION_CONTEXT, ANNOTATION_NOTE_MAX, ANNOTATION_QUOTE_MAX, SEARCH_MAX } from '#contract/limits.ts';
import { id, instant, paging, revision, text } from '#contract/shapes.ts';
import { itemLink } from './law-link.ts';

/** Where a passage stands: its words, what surrounds them, and how many letters of the text come before. */
export const anchor = {
  quote: text(ANNOTATION_QUOTE_MAX).check(z.minLength(1, 'Selecione um trecho da aula.')),
  prefix: text(ANNOTATION_CONTEXT),
  suffix: text(ANNOTATION_CONTEXT),
  position: z.number().check(z.int(), z.gte(0), z.lte(10_000_000)),
};
export type Anchor = { quote: string; prefix: string; suffix: string; position: number };

export const note = text(ANNOTATION_NOTE_MAX);

export const annotation = z.object({
  id,
  /** Null where the lesson is no longer there. */
  lessonId: z.nullable(id),
  lessonTitle: z.string(),
  /** The article of a mark in a law; `lessonTitle` is its name. `id` is null where the law is no longer there. */
  law: z.nullable(z.object({ id: z.nullable(id), article: z.string(), lexId: z.string() })),
  quote: z.string(),
  prefix: z.string(),
  suffix: z.string(),
  position: z.number(),
  note: z.string(),
  /** Sent back with a change; an older one is refused with 409. */
  version: z.number(),
  createdAt: instant,
  updatedAt: instant,
  /** The quotes of the note that cite a law; empty in the list of one lesson and after a change. */
  links: z.array(itemLink),
});
export type Annotation = z.output<typeof annotation>;

export const listAnnotations = endpoint({
  method: 'GET',
  path: '/api/annotations',
  access: 'signedIn',
  summary:
    'What one marked and noted in lessons and laws, newest first: all of it, of one lesson, or what holds some words.',
  query: z.object({ ...paging, lessonId: z.optional(id), search: z.optional(text(SEARCH_MAX)) }),
  response: z.array(annotation),
});

export const createAnnotation = endpoint({
  method: 'POST',
  path: '/api/articles/:id/annotations',
  access: 'signedIn',
  needsAccess: 'lesson',
  comesFirst: true,
  errors: ['conflict'],
  summary: 'Marks a passage of a lesson, with or without a note. The same creationKey is the same mark.',
  body: z.object({ ...anchor, note, creationKey: z.uuid() }),
  response: annotation,
  alsoAnswers: [201],
});

export const updateAnnotation = endpoint({
  method: 'PUT',
  path: '/api/annotations/:id',
  access: 'signedIn',
  comesFirst: true,
  errors: ['version_conflict'],
  summary: "Changes the note of the caller's mark; an empty note leaves the mark alone.",
  body: z.object({ note, version: revision }),
  response: annotation,
});

export const deleteAnnotation = endpoint({
  method: 'DELETE',
  path: '/api/annotations/:id',
  access: 'signedIn',
  summary: "Removes the caller's mark, with its note.",
});
