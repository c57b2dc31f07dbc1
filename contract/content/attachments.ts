import * as z from 'zod/mini';
import { binary, endpoint } from '#contract/endpoint.ts';
import { ATTACHMENT_NAME_MAX } from '#contract/limits.ts';
import { id, idParams, instant, requiredText } from '#contract/shapes.ts';

export const attachment = z.object({
  id,
  name: z.string(),
  /** How it opens: browsers show PDFs and images themselves, everything else is saved. */
  kind: z.enum(['pdf', 'image', 'file']),
  bytes: z.number(),
  /** Students get it with their name in it. */
  hasWatermark: z.boolean(),
  url: z.string(),
  createdAt: instant,
});
export type Attachment = z.output<typeof attachment>;

export const listLessonAttachments = endpoint({
  method: 'GET',
  path: '/api/articles/:id/attachments',
  access: 'signedIn',
  needsAccess: 'lesson',
  summary: 'Files that belong to a lesson, in the order in which they came; of a draft, to its authors.',
  response: z.array(attachment),
});

export const listCourseAttachments = endpoint({
  method: 'GET',
  path: '/api/courses/:id/attachments',
  access: 'signedIn',
  needsAccess: 'course',
  summary: 'Files that belong to a course, in the order in which they came.',
  response: z.array(attachment),
});

const upload = {
  method: 'POST',
  access: 'author',
  errors: ['too_many_attachments'],
  params: idParams,
  bodyType: 'multipart',
  response: attachment,
  alsoAnswers: [201],
} as const;

export const attachToLesson = endpoint({
  ...upload,
  path: '/api/articles/:id/attachments',
  summary: 'Adds a file (fields name, watermark, file) to a lesson or its draft. The same file again is the same one.',
});

export const attachToCourse = endpoint({
  ...upload,
  path: '/api/courses/:id/attachments',
  summary: 'Adds a file (fields name, watermark, file) to a course. The same file again is the same one.',
});

export const changeAttachment = endpoint({
  method: 'PATCH',
  path: '/api/attachments/:id',
  access: 'author',
  summary: 'Renames a file, or has students get it with their name in it (PDF only).',
  body: z.object({
    name: z.optional(requiredText(ATTACHMENT_NAME_MAX, 'Escreva o nome do arquivo.')),
    hasWatermark: z.optional(z.boolean()),
  }),
  response: attachment,
});

export const removeAttachment = endpoint({
  method: 'DELETE',
  path: '/api/attachments/:id',
  access: 'author',
  summary: 'Takes a file away.',
});

export const getAttachment = endpoint({
  method: 'GET',
  path: '/api/attachments/:id',
  access: 'signedIn',
  needsAccess: true,
  errors: ['not_bought', 'unsupported_type'],
  summary: 'The file itself, for those who may read its lesson or course; with `save`, to be saved and not shown.',
  query: z.object({ save: z.optional(z.literal('true')) }),
  response: binary,
});
