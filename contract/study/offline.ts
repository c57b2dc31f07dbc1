import * as z from 'zod/mini';
import { createAnnotation, updateAnnotation } from '#contract/content/annotations.ts';
import { reportReading } from '#contract/content/reading.ts';
import { recordingVariants } from '#contract/content/recordings.ts';
import { endpoint } from '#contract/endpoint.ts';
import { OFFLINE_LESSONS_AT_ONCE, OFFLINE_SENT_AT_ONCE } from '#contract/limits.ts';
import { question } from '#contract/questions/question.ts';
import { id, instant, rowId, several } from '#contract/shapes.ts';
import { cardAnswerFields } from './review-cards.ts';

/** What students take along to study without a network, and what they send of it afterwards. */

/** The file of a recording that is downloaded: the smallest rendition, or the original while there is none. */
const offlineRecording = z.object({
  id,
  variant: z.enum(recordingVariants),
  bytes: z.number(),
  hasCaptions: z.boolean(),
});
export type OfflineRecording = z.output<typeof offlineRecording>;

/** A watermarked copy may be slightly larger. */
const offlineAttachment = z.object({ id, bytes: z.number() });

const offlineLesson = z.object({
  id,
  title: z.string(),
  /** Another one means that its text has changed. */
  version: z.number(),
  /** The size of the text with its pictures. */
  bytes: z.number(),
  /** Addresses of the pictures in its text that are the school's own. */
  pictures: z.array(z.string()),
  recordings: z.array(offlineRecording),
  attachments: z.array(offlineAttachment),
});

/** From when on the person may no longer study the course, as far as is known today; null: no end. */
const endsAt = z.nullable(instant);

export const getOfflineCourse = endpoint({
  method: 'GET',
  path: '/api/courses/:id/offline',
  access: 'signedIn',
  needsAccess: 'course',
  summary:
    'The lessons of a course that one may take along, with their pictures and how many bytes they are; recordings and attachments are counted apart.',
  weight: 5,
  response: z.object({
    id,
    title: z.string(),
    /** The texts with their pictures. */
    bytes: z.number(),
    lessons: z.array(offlineLesson),
    attachments: z.array(offlineAttachment),
    endsAt,
  }),
});
export type OfflineCourse = z.output<typeof getOfflineCourse.response>;

/** Downloaded courses whose access is checked in one call. */
export const OFFLINE_COURSES_AT_ONCE = 50;

export const getOfflineAccess = endpoint({
  method: 'GET',
  path: '/api/offline/courses',
  access: 'signedIn',
  needsAccess: true,
  summary: 'Which of these downloaded courses one may still study, and until when. The others are removed.',
  query: z.object({ courseIds: several(id, OFFLINE_COURSES_AT_ONCE) }),
  response: z.object({ courses: z.array(z.object({ id, endsAt })) }),
});

const offlineQuestion = z.object({
  ...question.shape,
  /** At whose end it is asked; null: of the review. */
  lessonId: z.nullable(id),
  subject: z.nullable(z.string()),
  /** Null: the key would delay a certificate. The answer is graded when it is sent. */
  answerKey: z.nullable(
    z.object({
      rightOptionId: z.number(),
      comment: z.string(),
      optionComments: z.array(z.object({ id: z.number(), comment: z.string() })),
    }),
  ),
});
export type OfflineQuestion = z.output<typeof offlineQuestion>;

export const getOfflineQuestions = endpoint({
  method: 'GET',
  path: '/api/offline/questions',
  access: 'signedIn',
  needsAccess: true,
  summary:
    "Questions for lessons and today's review without a network; none of an open attempt or of a window. A key that would delay a certificate stays out; the others count as seen.",
  query: z.object({
    lessonIds: several(id, OFFLINE_LESSONS_AT_ONCE),
    review: z.optional(z.literal('true')),
  }),
  response: z.object({ questions: z.array(offlineQuestion) }),
});

/** Its own id and the time at which it was done, by the device's clock. */
const done = { key: z.uuid(), at: z.iso.datetime() };

const note = z.omit(createAnnotation.body, { creationKey: true }).shape;

const offlineAction = z.union([
  z.object({
    kind: z.literal('answer'),
    ...done,
    /** Where the question was asked: in the day's review, or at the end of a lesson. */
    of: z.enum(['review', 'lesson']),
    questionId: rowId,
    optionId: rowId,
    standsFor: z.optional(rowId),
    guessed: z._default(z.boolean(), false),
  }),
  z.object({ kind: z.literal('card-answer'), ...done, ...cardAnswerFields }),
  z.object({ kind: z.literal('card-undo'), ...done, answerKey: z.uuid() }),
  z.object({ kind: z.literal('note'), ...done, lessonId: rowId, ...note }),
  z.object({ kind: z.literal('note-change'), ...done, annotationId: rowId, ...updateAnnotation.body.shape }),
  z.object({ kind: z.literal('note-removal'), ...done, annotationId: rowId }),
  z.object({ kind: z.literal('reading'), ...done, lessonId: rowId, ...reportReading.body.shape }),
  z.object({ kind: z.literal('completion'), ...done, lessonId: rowId, completed: z.boolean() }),
]);
export type OfflineAction = z.output<typeof offlineAction>;

export const sendOffline = endpoint({
  method: 'POST',
  path: '/api/offline/deeds',
  access: 'signedIn',
  comesFirst: true,
  summary:
    'Takes in what was done without a network, each once by its key and at its own time. One that cannot be taken in stops no other.',
  body: z.object({ deeds: z.array(offlineAction).check(z.minLength(1), z.maxLength(OFFLINE_SENT_AT_ONCE)) }),
  bodyLimit: 1024 * 1024,
  response: z.object({
    results: z.array(
      z.object({
        key: z.string(),
        /** `later`: refused for now, as a simulado with the same question is open. `refused`: it will not be taken. */
        state: z.enum(['done', 'later', 'refused']),
        message: z.nullable(z.string()),
      }),
    ),
  }),
});
