import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { DOCX_MAX_BYTES } from '#contract/limits.ts';

export const lessonImport = z.object({
  /** The document's first heading, else the name of the file. */
  title: z.string(),
  /** As it may be published. */
  content: z.string(),
  imageCount: z.number(),
  /** What had no place in a lesson, in words for people. */
  missed: z.array(z.object({ what: z.string(), count: z.number() })),
});
export type LessonImport = z.output<typeof lessonImport>;

export const importLesson = endpoint({
  method: 'POST',
  path: '/api/articles/imports',
  access: 'author',
  summary: 'Reads a Word file (multipart field `file`) as the text of a lesson; nothing is published.',
  bodyType: 'multipart',
  bodyLimit: DOCX_MAX_BYTES + 64 * 1024,
  response: lessonImport,
});
