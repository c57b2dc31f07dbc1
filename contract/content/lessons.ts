import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { LESSON_BODY_LIMIT, LESSON_TITLE_MAX, LIST_LIMIT_MAX } from '#contract/limits.ts';
import { id, instant, paging, requiredText, revision, rowId, stored, text, userId } from '#contract/shapes.ts';

/** A row id inside a JSON body: a number, not a text that looks like one. */

export const lessonSummary = z.object({
  id,
  title: z.string(),
  /** Null only for a lesson restored after its subject was deleted. */
  subjectId: z.nullable(id),
  /** The topic within the subject, when the author chose one. */
  topicId: z.nullable(id),
  published: z.literal(true),
  authorId: z.nullable(userId),
  readingMinutes: z.number(),
  createdAt: instant,
});
export type LessonSummary = z.output<typeof lessonSummary>;

const neighbour = z.nullable(z.object({ id, title: z.string() }));

/** For a recording of the school: how it is embedded in the text. */
export const recordingSlot = z.object({ id, kind: stored(z.enum(['video', 'audio']), 'video') });
export type RecordingSlot = z.output<typeof recordingSlot>;

export const lesson = z.object({
  ...lessonSummary.shape,
  content: z.string(),
  recordings: z.array(recordingSlot),
  subjectName: z.nullable(z.string()),
  authorName: z.string(),
  wordCount: z.number(),
  updatedAt: instant,
  /** Sent back with a change; an older one is refused with 409. */
  version: z.number(),
  /** Oldest first within the subject. */
  previous: neighbour,
  next: neighbour,
});
export type Lesson = z.output<typeof lesson>;

const lessonText = {
  title: requiredText(LESSON_TITLE_MAX, 'Escreva o título da aula.'),
  // Its size is counted in bytes, by the service, because too much is 413 and not 400.
  content: text(LESSON_BODY_LIMIT).check(z.minLength(1, 'Escreva o conteúdo da aula.')),
  subjectId: z.number('Escolha a matéria.').check(z.int(), z.gte(1), z.lte(2_147_483_647)),
  /** Omitted: none for a new lesson, unchanged for an existing one. */
  topicId: z.optional(z.nullable(rowId)),
};

export const listLessons = endpoint({
  method: 'GET',
  path: '/api/articles',
  access: 'signedIn',
  needsAccess: true,
  summary: 'Lessons, newest first: all of them, or a page of those that match when a query is given.',
  query: z.object({
    // Without a default: no query at all means the whole list.
    limit: z.optional(z.coerce.number<string | number>().check(z.int(), z.gte(1), z.lte(LIST_LIMIT_MAX))),
    cursor: paging.cursor,
    search: z.optional(text(200)),
    subjectId: z.optional(id),
    mine: z.optional(z.literal('true')),
  }),
  response: z.array(lessonSummary),
});

export const getLesson = endpoint({
  method: 'GET',
  path: '/api/articles/:id',
  access: 'signedIn',
  needsAccess: 'lesson',
  summary: 'One lesson with its sanitised HTML and its neighbours.',
  response: lesson,
});

export const createLesson = endpoint({
  method: 'POST',
  path: '/api/articles',
  access: 'author',
  errors: ['subject_gone', 'topic_gone'],
  summary: 'Publishes a lesson. The same lesson sent again by its author is the same lesson.',
  body: z.object({ ...lessonText, published: z.literal(true) }),
  bodyLimit: LESSON_BODY_LIMIT,
  response: lesson,
  alsoAnswers: [201],
});

export const updateLesson = endpoint({
  method: 'PUT',
  path: '/api/articles/:id',
  access: 'author',
  comesFirst: true,
  errors: ['subject_gone', 'topic_gone', 'version_conflict'],
  summary:
    'Changes a lesson; teachers change their own, administrators any. 409 when `version` is no longer the newest.',
  body: z.object({ ...lessonText, version: revision }),
  bodyLimit: LESSON_BODY_LIMIT,
  response: lesson,
});

export const deleteLesson = endpoint({
  method: 'DELETE',
  path: '/api/articles/:id',
  access: 'author',
  summary: 'Takes a lesson away; it can be restored for 30 days.',
});

export const restoreLesson = endpoint({
  method: 'POST',
  path: '/api/articles/:id/restore',
  access: 'author',
  summary: 'Brings a deleted lesson back.',
  response: lesson,
});

export const deletedLesson = z.object({ ...lessonSummary.shape, deletedAt: instant, expiresAt: instant });
export type DeletedLesson = z.output<typeof deletedLesson>;

export const listDeletedLessons = endpoint({
  method: 'GET',
  path: '/api/articles/deleted',
  access: 'author',
  summary: "The caller's own lessons (administrators: all) that can still be restored, last deleted first.",
  response: z.array(deletedLesson),
});
