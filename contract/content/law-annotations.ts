import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { anchor, annotation, note } from './annotations.ts';
import { articleParams, deviceId } from './laws.ts';

/* Marks in laws. They are apart from `annotations.ts`, which the home loads. */

export const listArticleAnnotations = endpoint({
  method: 'GET',
  path: '/api/laws/:id/articles/:article/annotations',
  access: 'signedIn',
  needsAccess: true,
  summary: 'What the caller marked and noted in an article, newest first.',
  params: articleParams,
  response: z.array(annotation),
});

export const createLawAnnotation = endpoint({
  method: 'POST',
  path: '/api/laws/:id/articles/:article/annotations',
  access: 'signedIn',
  needsAccess: true,
  comesFirst: true,
  errors: ['conflict'],
  summary: 'Marks a passage of an article, with or without a note. The same creationKey is the same mark.',
  params: articleParams,
  body: z.object({
    ...anchor,
    /** The device in which the quote begins; `position` counts from its first character. */
    lexId: deviceId,
    note,
    creationKey: z.uuid(),
  }),
  response: annotation,
  alsoAnswers: [201],
});
