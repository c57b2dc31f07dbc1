import * as z from 'zod/mini';
import { binary, endpoint } from '#contract/endpoint.ts';
import { id, instant, requiredText, revision, stored, text, userId } from '#contract/shapes.ts';
import { MINUTE_MS } from '#contract/time.ts';
import { attemptAids } from './attempt-aids.ts';

/* Extra time, breaks and reading aids of a person in exams. */

export const EXTRA_PERCENT_MAX = 100;
export const EXTRA_MINUTES_MAX = 240;
export const BREAKS_MAX = 10;
export const BREAK_MINUTES_MAX = 60;
export const EXAM_TIME_REASON_MAX = 1000;
export const EXAM_TIME_REQUEST_MAX = 2000;
export const EXAM_TIME_FILE_MAX_BYTES = 10 * 1024 * 1024;
/** Open requests that the office sees at once, the oldest first. */
export const EXAM_TIME_REQUESTS_SHOWN = 100;

/** Extra time: a share of the exam, or minutes of a whole exam. One of the two is 0. */
export type ExtraTime = { percent: number; minutes: number };

/**
 * The time of a person who has `extra`, where everybody else has `plainMs`. Minutes belong to a whole exam of `fullMs`:
 * a late start shortens them in the same proportion.
 */
export function extendedMs(plainMs: number, fullMs: number, { percent, minutes }: ExtraTime): number {
  const ofMinutes = fullMs > 0 ? (minutes * MINUTE_MS * plainMs) / fullMs : 0;
  return Math.round(plainMs + (plainMs * percent) / 100 + ofMinutes);
}

/** The same in whole minutes, for showing. */
export const extendedMinutes = (minutes: number, extra: ExtraTime): number =>
  Math.round(extendedMs(minutes * MINUTE_MS, minutes * MINUTE_MS, extra) / MINUTE_MS);

const count = (least: number, most: number) =>
  z
    .number('Informe um número.')
    .check(z.int('Use um número inteiro.'), z.gte(least, `A partir de ${least}.`), z.lte(most, `No máximo ${most}.`));

export const examHelpers = ['none', 'reader', 'scribe', 'reader_and_scribe'] as const;
const helper = z.enum(examHelpers);
export type ExamHelper = z.output<typeof helper>;

const aids = {
  extraPercent: count(0, EXTRA_PERCENT_MAX),
  extraMinutes: count(0, EXTRA_MINUTES_MAX),
  /** How often the clock of an exam may be stopped, and for how long each time. */
  breaks: count(0, BREAKS_MAX),
  breakMinutes: count(1, BREAK_MINUTES_MAX),
  largePrint: z.boolean(),
};
const day = z.iso.date('Informe uma data.');

export const examTimeBody = z
  .object({
    ...aids,
    helper,
    reason: requiredText(EXAM_TIME_REASON_MAX, 'Diga o motivo.'),
    /** The last day on which an exam may begin with it. */
    validUntil: day,
    revision,
  })
  .check(
    z.refine(({ extraPercent, extraMinutes }) => extraPercent === 0 || extraMinutes === 0, {
      error: 'Escolha porcentagem ou minutos.',
      path: ['extraMinutes'],
    }),
    z.refine(
      ({ extraPercent, extraMinutes, breaks, largePrint, helper: by }) =>
        extraPercent + extraMinutes + breaks > 0 || largePrint || by !== 'none',
      { error: 'Escolha pelo menos um direito, ou tire-o.', path: ['extraPercent'] },
    ),
  );

const right = z.object({
  extraPercent: z.number(),
  extraMinutes: z.number(),
  breaks: z.number(),
  breakMinutes: z.number(),
  largePrint: z.boolean(),
  helper: stored(helper, 'none'),
  validUntil: z.string(),
  /** False: its last day is over. */
  isInForce: z.boolean(),
});
export type ExamRight = z.output<typeof right>;

const requestState = stored(z.enum(['open', 'granted', 'refused', 'withdrawn']), 'open');
const request = z.object({
  id: z.number(),
  text: z.string(),
  askedAt: instant,
  state: requestState,
  /** What the office wrote to the student. */
  answer: z.string(),
  decidedAt: z.nullable(instant),
  hasDocument: z.boolean(),
});
export type ExamTimeRequest = z.output<typeof request>;

const own = z.object({ right: z.nullable(right), request: z.nullable(request) });
export type OwnExamTime = z.output<typeof own>;

export const getOwnExamTime = endpoint({
  method: 'GET',
  path: '/api/exam-time',
  access: 'signedIn',
  summary: "One's own extra time in exams, and the latest request for it.",
  response: own,
});

export const askExamTime = endpoint({
  method: 'POST',
  path: '/api/exam-time/request',
  access: 'signedIn',
  errors: ['state_conflict'],
  summary: 'Asks for extra time (multipart field `text`, and `file` with a document). An open request is replaced.',
  bodyType: 'multipart',
  bodyLimit: EXAM_TIME_FILE_MAX_BYTES + 64 * 1024,
  response: own,
});

export const withdrawExamTimeRequest = endpoint({
  method: 'DELETE',
  path: '/api/exam-time/request',
  access: 'signedIn',
  summary: 'Withdraws the open request. Without one, nothing happens.',
  response: own,
});

export const getExamTimeDocument = endpoint({
  method: 'GET',
  path: '/api/exam-time/requests/:id/document',
  access: 'signedIn',
  summary: 'The document of a request, for the student who sent it and for the office.',
  response: binary,
});

const waiting = z.object({
  id: z.number(),
  userId,
  name: z.string(),
  text: z.string(),
  askedAt: instant,
  hasDocument: z.boolean(),
});
export type WaitingExamTime = z.output<typeof waiting>;

export const listExamTimeRequests = endpoint({
  method: 'GET',
  path: '/api/admin/exam-time-requests',
  access: 'office',
  summary: 'The open requests for extra time, the oldest first.',
  response: z.object({ rows: z.array(waiting), total: z.number() }),
});

const ofPerson = z.object({
  name: z.string(),
  /** Null: no right was given, or it was taken away. */
  right: z.nullable(z.extend(right, { reason: z.string() })),
  /** The number of the last save; 0: there was none. */
  revision: z.number(),
  request: z.nullable(request),
  /** Published exams with a clock, for what changes. */
  exams: z.array(z.object({ title: z.string(), minutes: z.number() })),
  /** Who changed it, newest first. */
  events: z.array(
    z.object({
      at: instant,
      by: z.nullable(z.string()),
      action: z.string(),
      extraPercent: z.number(),
      extraMinutes: z.number(),
    }),
  ),
});
export type ExamTimeOfPerson = z.output<typeof ofPerson>;

const userParams = z.object({ id: userId });

export const getExamTimeOf = endpoint({
  method: 'GET',
  path: '/api/admin/users/:id/exam-time',
  access: 'office',
  summary: "A student's extra time with its reason, the latest request, and who changed it.",
  params: userParams,
  response: ofPerson,
});

export const saveExamTime = endpoint({
  method: 'PUT',
  path: '/api/admin/users/:id/exam-time',
  access: 'office',
  errors: ['version_conflict', 'state_conflict'],
  summary: 'Grants or changes the extra time of a student. Open attempts get it at once; none loses time.',
  params: userParams,
  body: examTimeBody,
  response: ofPerson,
});

export const removeExamTime = endpoint({
  method: 'DELETE',
  path: '/api/admin/users/:id/exam-time',
  access: 'office',
  errors: ['version_conflict'],
  summary: 'Takes the extra time away. Open attempts keep what they began with.',
  params: userParams,
  query: z.object({ revision: z.pipe(id, revision) }),
  response: ofPerson,
});

export const refuseExamTime = endpoint({
  method: 'POST',
  path: '/api/admin/exam-time-requests/:id/refuse',
  access: 'office',
  errors: ['state_conflict'],
  summary: 'Refuses a request, with a text that the student reads.',
  body: z.object({ answer: requiredText(EXAM_TIME_REASON_MAX, 'Diga ao aluno por quê.') }),
});

const brokenOff = z.object({
  deadlineAt: instant,
  notebookUntil: z.nullable(instant),
  aids: attemptAids,
  serverTime: instant,
});
export type AttemptBreak = z.output<typeof brokenOff>;

export const beginBreak = endpoint({
  method: 'POST',
  path: '/api/attempts/:id/break',
  access: 'signedIn',
  errors: ['attempt_closed', 'attempt_expired', 'attempt_elsewhere', 'conflict'],
  summary:
    'Stops the clock of an open attempt, where its student has a break left. During a break it is the same break.',
  response: brokenOff,
});

export const endBreak = endpoint({
  method: 'DELETE',
  path: '/api/attempts/:id/break',
  access: 'signedIn',
  errors: ['attempt_closed', 'attempt_expired', 'conflict'],
  summary: 'Goes on before the break is over. Without a break, nothing changes.',
  response: brokenOff,
});

export const examTimeRequestText = text(EXAM_TIME_REQUEST_MAX).check(
  z.trim(),
  z.minLength(1, 'Conte o que você precisa.'),
);
