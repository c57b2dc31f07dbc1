import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { QUESTION_REASON_MAX } from '#contract/limits.ts';
import { instant, requiredText } from '#contract/shapes.ts';

const annulmentChange = z.object({
  attemptId: z.number(),
  studentName: z.nullable(z.string()),
  quizTitle: z.string(),
  finishedAt: instant,
  scoreBefore: z.number(),
  scoreAfter: z.number(),
  passedBefore: z.boolean(),
  passedAfter: z.boolean(),
});
export type AnnulmentChange = z.output<typeof annulmentChange>;

const courseChange = z.object({
  studentName: z.string(),
  courseTitle: z.string(),
  becomes: z.enum(['completed', 'reopened']),
});
export type AnnulmentCourseChange = z.output<typeof courseChange>;

/** A background job that regrades attempts, with its progress. */
const regrading = z.object({
  id: z.number(),
  isAnnulled: z.boolean(),
  total: z.number(),
  done: z.number(),
  /** Counted among the attempts already regraded. */
  changed: z.number(),
  passGained: z.number(),
  passLost: z.number(),
  startedAt: instant,
  finishedAt: z.nullable(instant),
  /** The question was changed again before its end: a newer one grades all of them. */
  isSuperseded: z.boolean(),
});
export type Regrading = z.output<typeof regrading>;

/** What annulling a question (or taking that back) does, before and after it is done. */
const annulmentEffect = z.object({
  isAnnulled: z.boolean(),
  /** False: there are too many attempts to regrade in the request. A job regrades them and counts the changes. */
  isCounted: z.boolean(),
  regrading: z.nullable(regrading),
  /** Closed attempts that contain the question. */
  attempts: z.number(),
  /** Attempts whose number of hits changes. */
  changed: z.number(),
  passGained: z.number(),
  passLost: z.number(),
  students: z.number(),
  /** The first of the changed ones; changes of pass before changes of score. */
  changes: z.array(annulmentChange),
  /** Courses that become finished, each with its certificate. */
  coursesCompleted: z.number(),
  /** Courses that are no longer finished, and certificates that are revoked. */
  coursesReopened: z.number(),
  certificatesRevoked: z.number(),
  /** The first of both. */
  courses: z.array(courseChange),
});
export type AnnulmentEffect = z.output<typeof annulmentEffect>;

export const previewAnnulment = endpoint({
  method: 'GET',
  path: '/api/teacher/questions/:id/annulment',
  access: 'author',
  summary:
    'Dry run: whose score, pass, course and certificate would change by annulling the question, or by taking the annulment back.',
  weight: 5,
  response: annulmentEffect,
});

export const annulQuestion = endpoint({
  method: 'POST',
  path: '/api/teacher/questions/:id/annulment',
  access: 'author',
  summary:
    'Annuls a question: everybody who had it gets the point, with passes, courses and certificates, at once, and is told.',
  body: z.object({ reason: requiredText(QUESTION_REASON_MAX, 'Diga por que a questão foi anulada.') }),
  response: annulmentEffect,
});

export const reinstateQuestion = endpoint({
  method: 'DELETE',
  path: '/api/teacher/questions/:id/annulment',
  access: 'author',
  summary: 'Takes an annulment back: the answers count again as they were given, for courses and certificates, too.',
  response: annulmentEffect,
});

export const getRegrading = endpoint({
  method: 'GET',
  path: '/api/teacher/questions/:id/regrading',
  access: 'author',
  summary: 'How far the last annulment of a question, or its undoing, has come where a job carries it out.',
  response: z.object({ regrading: z.nullable(regrading) }),
});
