import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { LEAVES_MAX, QUIZ_QUESTIONS_MAX } from '#contract/limits.ts';
import { outdated } from '#contract/question-status.ts';
import { question } from '#contract/questions/question.ts';
import { questionFormat, questionKind } from '#contract/questions/question-shapes.ts';
import { id, instant, stored } from '#contract/shapes.ts';
import { attemptAids } from './attempt-aids.ts';
import { examConduct } from './exam-conduct.ts';
import { attempt, postponesTo } from './mock-exams.ts';

const ROW_ID_MAX = 2_147_483_647;
const BAD_ID = 'Identificador inválido.';

/** An id inside a body: a number, or its digits (a client may keep answers under text keys). */
const rowId = z.pipe(
  z.union([z.number(), z.string().check(z.regex(/^\d{1,10}$/, BAD_ID))], BAD_ID),
  z.pipe(z.transform(Number), z.number().check(z.int(BAD_ID), z.gte(1, BAD_ID), z.lte(ROW_ID_MAX, BAD_ID))),
);

/**
 * One change of an answer. `seq` orders the changes of one question: milliseconds of the attempt at the moment of the
 * choice, by the server's clock, always growing in one browser. The highest stands, in whatever order they arrive.
 */
export const answerChange = z.object({
  questionId: rowId,
  /** Null: no option is chosen. */
  optionId: z.nullable(rowId),
  flagged: z.boolean(),
  /** 'Foi chute', where the author asks for it. */
  doubted: z._default(z.boolean(), false),
  /** No option, on purpose: shown as an answer. */
  leftBlank: z._default(z.boolean(), false),
  seq: z.number().check(z.int(), z.gte(1), z.lte(ROW_ID_MAX)),
});
export type AnswerChange = z.output<typeof answerChange>;

const answerBatch = z.array(answerChange).check(
  z.maxLength(QUIZ_QUESTIONS_MAX, `Envie no máximo ${QUIZ_QUESTIONS_MAX} respostas de uma vez.`),
  z.refine((batch) => new Set(batch.map(({ questionId }) => questionId)).size === batch.length, {
    error: 'Envie cada questão uma vez.',
  }),
);

/** The answer to a question as the server has stored it. */
const savedAnswer = z.object({
  questionId: z.number(),
  optionId: z.nullable(z.number()),
  flagged: z.boolean(),
  doubted: z.boolean(),
  leftBlank: z.boolean(),
  seq: z.number(),
});
export type SavedAnswer = z.output<typeof savedAnswer>;

/** One bubble of the answer card; `seq` as in an answer. */
const cardBubble = z.object({
  questionId: rowId,
  optionId: z.nullable(rowId),
  seq: z.number().check(z.int(), z.gte(1), z.lte(ROW_ID_MAX)),
});
export type CardBubble = z.output<typeof cardBubble>;

const bubbleBatch = z.array(cardBubble).check(
  z.maxLength(QUIZ_QUESTIONS_MAX, `Envie no máximo ${QUIZ_QUESTIONS_MAX} respostas de uma vez.`),
  z.refine((batch) => new Set(batch.map(({ questionId }) => questionId)).size === batch.length, {
    error: 'Envie cada questão uma vez.',
  }),
);
const savedBubble = z.object({ questionId: z.number(), optionId: z.nullable(z.number()), seq: z.number() });
export type SavedBubble = z.output<typeof savedBubble>;

const openAttemptPayload = z.object({
  id: z.number(),
  quizId: z.number(),
  title: z.string(),
  startedAt: instant,
  deadlineAt: instant,
  /** False: the quiz has no limit, and the deadline only keeps an attempt from staying open for ever. */
  hasTimeLimit: z.boolean(),
  serverTime: instant,
  questions: z.array(question),
  answers: z.array(savedAnswer),
  conduct: examConduct,
  /** The points per question; null: only right answers count. */
  worth: z.nullable(z.object({ right: z.number(), wrong: z.number(), blank: z.number() })),
  /** Only with an answer card: until then the notebook accepts answers, afterwards only the card does. */
  notebookUntil: z.nullable(instant),
  /** The saved bubbles of the answer card. */
  marks: z.array(savedBubble),
  /** One device at a time, and another one has it: answers from here are refused until it is taken over. */
  isElsewhere: z.boolean(),
  /** How often the page was left so far, where that is counted. */
  leaves: z.number(),
  /** Only for a person with extra time, breaks or reading aids. */
  aids: z.optional(attemptAids),
});
export type AttemptPayload = z.output<typeof openAttemptPayload>;

export const startAttempt = endpoint({
  method: 'POST',
  path: '/api/quizzes/:id/start',
  access: 'signedIn',
  comesFirst: true,
  errors: ['access_ended', 'not_bought', 'quiz_incomplete', 'conflict'],
  summary: 'Starts an attempt, or answers with the one that is open.',
  response: openAttemptPayload,
  alsoAnswers: [201],
});

export const resumeAttempt = endpoint({
  method: 'GET',
  path: '/api/attempts/:id',
  access: 'signedIn',
  errors: ['attempt_closed', 'attempt_expired'],
  summary: "One's open attempt: questions, saved answers, deadline and the server's time.",
  response: openAttemptPayload,
});

export const saveAnswers = endpoint({
  method: 'POST',
  path: '/api/attempts/:id/answers',
  access: 'signedIn',
  comesFirst: true,
  errors: ['attempt_closed', 'attempt_expired', 'attempt_elsewhere', 'attempt_paused', 'conflict'],
  summary: 'Saves one or more answers or flags of an open attempt.',
  body: z.object({ answers: answerBatch.check(z.minLength(1, 'Envie pelo menos uma resposta.')) }),
  response: z.object({
    /** Stored answers that are newer than the change sent for the same question. */
    superseded: z.array(savedAnswer),
    serverTime: instant,
  }),
});

export const finishAttempt = endpoint({
  method: 'POST',
  path: '/api/attempts/:id/finish',
  access: 'signedIn',
  comesFirst: true,
  errors: ['attempt_elsewhere', 'conflict', 'state_conflict'],
  summary: 'Saves what is left, closes and grades the attempt. Twice is one result.',
  body: z.object({
    answers: z._default(answerBatch, []),
    marks: z._default(bubbleBatch, []),
    /** Sent by the clock of the page and not by the student: refused while the deadline lies ahead. */
    byClock: z.optional(z.boolean()),
  }),
  response: z.object({
    attempt,
    /** Inside a window: its result is null, and shows from then on. */
    resultsAt: z.nullable(instant),
    /** Answers of this call that came after the end and do not count. */
    tooLate: z.array(z.number()),
  }),
});

export const beginSheet = endpoint({
  method: 'POST',
  path: '/api/attempts/:id/sheet',
  access: 'signedIn',
  comesFirst: true,
  errors: ['attempt_closed', 'attempt_expired', 'attempt_elsewhere', 'attempt_paused', 'conflict'],
  summary: 'Closes the notebook of an open attempt and begins its answer sheet. Twice is once.',
  response: z.object({ notebookUntil: instant, deadlineAt: instant, serverTime: instant }),
});

export const saveMarks = endpoint({
  method: 'POST',
  path: '/api/attempts/:id/marks',
  access: 'signedIn',
  comesFirst: true,
  errors: ['attempt_closed', 'attempt_expired', 'attempt_elsewhere', 'attempt_paused', 'conflict'],
  summary: 'Saves bubbles of the answer sheet, which alone count.',
  body: z.object({ marks: bubbleBatch.check(z.minLength(1, 'Envie pelo menos uma resposta.')) }),
  response: z.object({ superseded: z.array(savedBubble), serverTime: instant }),
});

export const takeOverAttempt = endpoint({
  method: 'POST',
  path: '/api/attempts/:id/device',
  access: 'signedIn',
  errors: ['attempt_closed', 'attempt_expired'],
  summary: 'Goes on with an open attempt at this device; the other one may answer no more.',
});

export const countLeaves = endpoint({
  method: 'POST',
  path: '/api/attempts/:id/leaves',
  access: 'signedIn',
  summary: 'How often the page of an open attempt was left, in all; the highest count stands.',
  body: z.object({ count: z.number().check(z.int(), z.gte(0), z.lte(LEAVES_MAX)) }),
});

const reviewedOption = z.object({
  id: z.number(),
  optionText: z.string(),
  comment: z.string(),
  isCorrect: z.boolean(),
});
const reviewedQuestion = z.object({
  id: z.number(),
  kind: stored(questionKind, 'choice'),
  format: stored(questionFormat, 'plain'),
  baseText: question.shape.baseText,
  questionText: z.string(),
  comment: z.string(),
  subject: z.nullable(z.string()),
  selectedOptionId: z.nullable(z.number()),
  /** Only with an answer card: the answer in the notebook. */
  notebookOptionId: z.nullable(z.number()),
  isCorrect: z.boolean(),
  flagged: z.boolean(),
  doubted: z.boolean(),
  /** Key and comments are omitted: the key is not open, or the question is in an open attempt. */
  isWithheld: z.boolean(),
  /** Every student gets the point. */
  isAnnulled: z.boolean(),
  annulmentReason: z.string(),
  outdated,
  options: z.array(reviewedOption),
});
export type ReviewedQuestion = z.output<typeof reviewedQuestion>;

export const reviewAttempt = endpoint({
  method: 'GET',
  path: '/api/attempts/:id/review',
  access: 'signedIn',
  errors: ['attempt_open'],
  summary: "One's closed attempt with the key, the comments and the result by subject.",
  query: z.object({
    /** ask: with the key only where opening it puts off no certificate. */
    key: z._default(z.enum(['open', 'ask']), 'open'),
  }),
  response: z.object({
    attempt,
    /**
     * few_answers: less than half was answered, and it was the first attempt. not_asked: opening it puts the
     * certificate off, and the call was to ask first.
     */
    key: z.enum(['open', 'few_answers', 'not_asked']),
    /** When a pass counts for the certificate again, after the key was opened; null: it counts now. */
    countsFrom: z.nullable(instant),
    /** The price of a key that is not open. */
    postponesTo,
    title: z.string(),
    passingScore: z.number(),
    /** The attempt had an answer card. A bubble that differs from the notebook is a transcription error. */
    hasSheet: z.boolean(),
    closedBy: stored(z.enum(['student', 'deadline', 'direct']), 'student'),
    questions: z.array(reviewedQuestion),
    /** Hits are null where one of the questions is withheld. */
    subjects: z.array(z.object({ name: z.string(), correct: z.nullable(z.number()), total: z.number() })),
    /** Closed attempts at the same quiz whose results show, oldest first. */
    history: z.array(z.object({ id: z.number(), percent: z.number(), finishedAt: instant })),
  }),
});

const finite = z.number('Informe um número.');

export const recordAttempt = endpoint({
  method: 'POST',
  path: '/api/quizzes/:id/attempts',
  access: 'signedIn',
  needsAccess: 'quiz',
  errors: ['quiz_incomplete', 'conflict'],
  summary: 'A direct attempt: takes one answer per question and is graded by the server.',
  body: z.object({ score: finite, totalQuestions: finite, correctAnswers: finite, timeSpent: finite }),
  response: z.object({ id: z.number(), quizId: z.number(), totalQuestions: z.number(), createdAt: instant }),
  alsoAnswers: [201],
});

export const recordAnswer = endpoint({
  method: 'POST',
  path: '/api/quiz-attempts/:attemptId/answers',
  access: 'signedIn',
  comesFirst: true,
  errors: ['conflict', 'attempt_closed', 'attempt_expired'],
  summary: 'One answer of a direct attempt. The first holds; the reply never says whether it was right.',
  params: z.object({ attemptId: id }),
  body: z.object({ questionId: rowId, selectedOptionId: rowId, isCorrect: z.optional(z.boolean()) }),
});
