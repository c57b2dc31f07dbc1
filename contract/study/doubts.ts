import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { BANK_PAGE, BANK_PAGE_MAX, DOUBT_MAX } from '#contract/limits.ts';
import { instant, requiredText, revision, stored, text } from '#contract/shapes.ts';

const doubtState = z.enum(['open', 'answered', 'closed']);
export type DoubtState = z.output<typeof doubtState>;

const words = requiredText(DOUBT_MAX, 'Escreva a dúvida.');

const answer = z.object({
  text: z.string(),
  /** Null: the school's team. */
  by: z.nullable(z.string()),
  at: instant,
});

const doubt = z.object({
  id: z.number(),
  isMine: z.boolean(),
  /** Under which others read it. */
  pseudonym: z.string(),
  body: z.string(),
  state: stored(doubtState, 'closed'),
  isShared: z.boolean(),
  createdAt: instant,
  editedAt: z.nullable(instant),
  answer: z.nullable(answer),
  revision: z.number(),
});
export type Doubt = z.output<typeof doubt>;

const ask = z.object({ body: words, creationKey: z.optional(z.uuid()) });

export const listQuestionDoubts = endpoint({
  method: 'GET',
  path: '/api/answered-questions/:id/doubts',
  access: 'signedIn',
  errors: ['attempt_open'],
  summary: 'Doubts about a question that the caller has answered: their own, and those that are shown to all.',
  response: z.array(doubt),
});

export const askAboutQuestion = endpoint({
  method: 'POST',
  path: '/api/answered-questions/:id/doubts',
  access: 'signedIn',
  needsAccess: true,
  errors: ['attempt_open'],
  summary: 'Asks about a question that one has answered; ten a day. The same creationKey is the same doubt.',
  body: ask,
  response: doubt,
  alsoAnswers: [201],
});

export const listLessonDoubts = endpoint({
  method: 'GET',
  path: '/api/articles/:id/doubts',
  access: 'signedIn',
  needsAccess: 'lesson',
  summary: "Doubts about a lesson: the caller's, and those that are shown to all.",
  response: z.array(doubt),
});

export const askAboutLesson = endpoint({
  method: 'POST',
  path: '/api/articles/:id/doubts',
  access: 'signedIn',
  needsAccess: 'lesson',
  summary: 'Asks about a lesson; ten a day. The same creationKey is the same doubt.',
  body: ask,
  response: doubt,
  alsoAnswers: [201],
});

export const editDoubt = endpoint({
  method: 'PATCH',
  path: '/api/doubts/:id',
  access: 'signedIn',
  errors: ['state_conflict', 'attempt_open'],
  summary: "Rewrites the caller's doubt while nobody has answered it.",
  body: z.object({ body: words }),
  response: doubt,
});

export const closeDoubt = endpoint({
  method: 'POST',
  path: '/api/doubts/:id/close',
  access: 'signedIn',
  errors: ['state_conflict'],
  summary: "Takes the caller's doubt, or one that they may answer, off the list of those that wait. Again is the same.",
  response: z.object({ state: stored(doubtState, 'closed') }),
});

export const reportDoubt = endpoint({
  method: 'POST',
  path: '/api/doubts/:id/report',
  access: 'signedIn',
  errors: ['attempt_open'],
  summary: 'Says that a doubt which is shown to all should not be. Once per person; again is the same.',
});

const queuedDoubt = z.object({
  id: z.number(),
  about: z.object({ kind: z.enum(['question', 'lesson']), id: z.number(), title: z.string() }),
  subject: z.nullable(z.string()),
  askerName: z.string(),
  pseudonym: z.string(),
  body: z.string(),
  state: stored(doubtState, 'closed'),
  createdAt: instant,
  editedAt: z.nullable(instant),
  answer: z.nullable(answer),
  isShared: z.boolean(),
  isHidden: z.boolean(),
  /** Students who reported the doubt as not fit to be shown, in reports that are still undecided. */
  reportCount: z.number(),
  revision: z.number(),
});
export type QueuedDoubt = z.output<typeof queuedDoubt>;

export const doubtLists = ['waiting', 'answered', 'reported'] as const;
export type DoubtList = (typeof doubtLists)[number];

export const listDoubts = endpoint({
  method: 'GET',
  path: '/api/teacher/doubts',
  access: 'author',
  summary:
    "Doubts about the caller's questions and lessons, for administrators about all: waiting oldest first, others newest first.",
  query: z.object({
    list: z._default(z.enum(doubtLists), 'waiting'),
    limit: z._default(z.coerce.number<string | number>().check(z.int(), z.gte(1), z.lte(BANK_PAGE_MAX)), BANK_PAGE),
    cursor: z.optional(text(200)),
  }),
  response: z.array(queuedDoubt),
});

export const answerDoubt = endpoint({
  method: 'PUT',
  path: '/api/teacher/doubts/:id/answer',
  access: 'author',
  errors: ['version_conflict'],
  summary: 'Answers a doubt as it was read, or changes the answer; the asker is told of the first by bell and mail.',
  body: z.object({
    text: requiredText(DOUBT_MAX, 'Escreva a resposta.'),
    isShared: z.boolean(),
    revision,
  }),
  response: queuedDoubt,
});

export const moderateDoubt = endpoint({
  method: 'PATCH',
  path: '/api/teacher/doubts/:id/visibility',
  access: 'author',
  summary: 'Hides a doubt from everybody but its asker, or shows it again; either way its reports have been heard.',
  body: z.object({ isHidden: z.boolean() }),
  response: queuedDoubt,
});
