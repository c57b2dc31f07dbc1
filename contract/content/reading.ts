import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { id, instant } from '#contract/shapes.ts';

export const WORDS_PER_MINUTE = 200;

export const readingMinutes = (words: number) => Math.max(1, Math.round(words / WORDS_PER_MINUTE));

/** Active time after which a lesson that was read to its end counts as done: 30 % of the estimate, at least 10 s. */
export const secondsToComplete = (words: number) => Math.max(10, Math.ceil(((words / WORDS_PER_MINUTE) * 60 * 3) / 10));

/** Seconds between two reports of an open lesson. */
export const READING_REPORT_SECONDS = 20;

export const lessonProgress = z.object({
  lessonId: id,
  /** How far down the text the reader was, 0 to 1. */
  position: z.number(),
  completedAt: z.nullable(instant),
});
export type LessonProgress = z.output<typeof lessonProgress>;

export const listLessonProgress = endpoint({
  method: 'GET',
  path: '/api/lesson-progress',
  access: 'signedIn',
  summary: 'Where one stands in every lesson one has opened.',
  response: z.array(lessonProgress),
});

export const reportReading = endpoint({
  method: 'PUT',
  path: '/api/articles/:id/reading',
  access: 'signedIn',
  needsAccess: 'lesson',
  summary: 'Keeps the reading position and counts active time, never more than has passed since the last report.',
  body: z.object({
    position: z.number().check(z.gte(0), z.lte(1)),
    /** Since the last report. */
    activeSeconds: z.number().check(z.gte(0), z.lte(86_400)),
    reachedEnd: z.boolean(),
  }),
  response: lessonProgress,
});

export const setCompletion = endpoint({
  method: 'PUT',
  path: '/api/articles/:id/completion',
  access: 'signedIn',
  needsAccess: 'lesson',
  summary: 'Ticks a lesson off, or takes the tick back.',
  body: z.object({ completed: z.boolean() }),
  response: lessonProgress,
});
