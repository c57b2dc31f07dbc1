import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { LESSON_BODY_LIMIT, LESSON_TITLE_MAX, LIST_LIMIT_MAX } from '#contract/limits.ts';
import { id, instant, paging, revision, rowId, stored, text } from '#contract/shapes.ts';
import { lesson } from './lessons.ts';

/** Why a lesson was not published when its time came. */
export const publishFault = z.enum(['incomplete', 'changed_meanwhile']);
export type PublishFault = z.output<typeof publishFault>;

/** Written by an author and read by authors alone. Its id is the one that the lesson has or will have. */
const summary = {
  id,
  title: z.string(),
  subjectId: z.nullable(id),
  /** Students read an earlier text of it. */
  isPublished: z.boolean(),
  /** Says something that students do not read yet. */
  isChanged: z.boolean(),
  publishAt: z.nullable(instant),
  publishFault: z.nullable(stored(publishFault, 'incomplete')),
  authorName: z.string(),
  updatedAt: instant,
};

export const lessonDraftSummary = z.object(summary);
export type LessonDraftSummary = z.output<typeof lessonDraftSummary>;

export const lessonDraft = z.object({
  ...summary,
  topicId: z.nullable(id),
  content: z.string(),
  /** Counts the saves of the draft; 0 while the lesson has no draft. */
  version: z.number(),
  /** Versions of the published lesson: the one the draft is based on, and the one that students read now. */
  baseVersion: z.nullable(z.number()),
  lessonVersion: z.nullable(z.number()),
  /** Null: the account no longer exists. */
  savedByName: z.nullable(z.string()),
});
export type LessonDraft = z.output<typeof lessonDraft>;

const version = revision;

export const listLessonDrafts = endpoint({
  method: 'GET',
  path: '/api/lesson-drafts',
  access: 'author',
  summary: "One's lessons (admins: all) with something that students do not read yet, last written first.",
  query: z.object({
    limit: z._default(z.coerce.number<string | number>().check(z.int(), z.gte(1), z.lte(LIST_LIMIT_MAX)), 50),
    cursor: paging.cursor,
  }),
  response: z.array(lessonDraftSummary),
});

export const createLessonDraft = endpoint({
  method: 'POST',
  path: '/api/lesson-drafts',
  access: 'author',
  summary: 'Begins a lesson. The same creationKey is the same lesson; one that stays blank is forgotten after a day.',
  body: z.object({ creationKey: z.optional(z.uuid()) }),
  response: lessonDraft,
  alsoAnswers: [201],
});

export const getLessonDraft = endpoint({
  method: 'GET',
  path: '/api/lesson-drafts/:id',
  access: 'author',
  summary: 'A lesson as it is being written; of a published one without changes, what students read.',
  response: lessonDraft,
});

export const saveLessonDraft = endpoint({
  method: 'PUT',
  path: '/api/lesson-drafts/:id',
  access: 'author',
  comesFirst: true,
  errors: ['subject_gone', 'topic_gone', 'version_conflict'],
  summary: 'Keeps what is written, for authors alone; 409 when `version` is no longer the newest.',
  body: z.object({
    version,
    baseVersion: z.nullable(version),
    title: text(LESSON_TITLE_MAX),
    // Its size is counted in bytes, by the service, because too much is 413 and not 400.
    content: text(LESSON_BODY_LIMIT),
    subjectId: z.nullable(rowId),
    topicId: z.nullable(rowId),
    /** Stores the text before as a separate version, however recently it was saved. */
    asNewVersion: z.optional(z.boolean()),
  }),
  bodyLimit: LESSON_BODY_LIMIT,
  response: lessonDraft,
});

export const publishLessonDraft = endpoint({
  method: 'POST',
  path: '/api/lesson-drafts/:id/publish',
  access: 'author',
  comesFirst: true,
  errors: ['subject_gone', 'topic_gone', 'version_conflict'],
  summary: 'Gives students what is written; 409 when the draft, or the lesson that they read, is another by now.',
  body: z.object({ version, lessonVersion: z.nullable(version) }),
  response: z.object({ draft: lessonDraft, lesson }),
});

export const scheduleLessonDraft = endpoint({
  method: 'PUT',
  path: '/api/lesson-drafts/:id/schedule',
  access: 'author',
  errors: ['subject_gone', 'topic_gone', 'version_conflict'],
  summary: 'Says when it is published by itself, as it reads then; null takes the time back.',
  body: z.object({ version, publishAt: z.nullable(z.iso.datetime('Informe data e hora em UTC.')) }),
  response: lessonDraft,
});

export const discardLessonDraft = endpoint({
  method: 'DELETE',
  path: '/api/lesson-drafts/:id',
  access: 'author',
  summary: 'Throws away what students do not read yet. A published lesson stays as they read it.',
});

export const lessonVersionSummary = z.object({
  id,
  title: z.string(),
  isPublished: z.boolean(),
  savedByName: z.nullable(z.string()),
  savedAt: instant,
});
export type LessonVersionSummary = z.output<typeof lessonVersionSummary>;

export const listLessonVersions = endpoint({
  method: 'GET',
  path: '/api/lesson-drafts/:id/versions',
  access: 'author',
  summary: 'What the lesson and its draft said, newest first, at most sixty.',
  response: z.array(lessonVersionSummary),
});

export const getLessonVersion = endpoint({
  method: 'GET',
  path: '/api/lesson-drafts/:id/versions/:versionId',
  access: 'author',
  summary: 'One of them with its text.',
  params: z.object({ id, versionId: id }),
  response: z.object({ ...lessonVersionSummary.shape, content: z.string(), subjectId: z.nullable(id) }),
});
export type LessonVersion = z.output<(typeof getLessonVersion)['response']>;

export const lessonPresence = z.object({
  /** Who else has it open: another person, or oneself in another tab. */
  others: z.array(z.object({ name: z.string(), isMe: z.boolean() })),
  version: z.number(),
  lessonVersion: z.nullable(z.number()),
  savedByName: z.nullable(z.string()),
});
export type LessonPresence = z.output<typeof lessonPresence>;

export const tellLessonPresence = endpoint({
  method: 'PUT',
  path: '/api/lesson-drafts/:id/presence',
  access: 'author',
  summary: 'Says that this page has the lesson open (or has left it), and who else has.',
  body: z.object({ page: z.uuid(), isLeaving: z.optional(z.boolean()) }),
  response: lessonPresence,
});
