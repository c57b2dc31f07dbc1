import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { DEFAULT_PASSING_SCORE } from '#contract/limits.ts';
import { question } from '#contract/questions/question.ts';
import { instant } from '#contract/shapes.ts';

export const quiz = z.object({
  id: z.number(),
  title: z.string(),
  description: z.string(),
  /** Minutes; null: no limit. */
  timeLimit: z.nullable(z.number()),
  /** Percent. */
  passingScore: z._default(z.number(), DEFAULT_PASSING_SCORE),
  questionCount: z.number(),
});

/**
 * The quiz that the student has open with a question that this result contains: the result is null, and shows when that
 * quiz is finished. Null: nothing is withheld.
 */
export const withheldBy = z.nullable(
  z.object({
    /** Null: it is no quiz of the school but a simulado of the student's own mistakes. */
    quizId: z.nullable(z.number()),
    title: z.string(),
    /** True: finishing that quiz is not enough, because its own result waits for its window. */
    untilResult: z.optional(z.boolean()),
  }),
);

/** The server's date from which a pass counts again, once this key is shown. Null: the key delays no certificate. */
export const postponesTo = z.nullable(instant);

/** A closed attempt. Score and hits are the server's own; all four are null while they are held back. */
export const attempt = z.object({
  id: z.number(),
  quizId: z.number(),
  /** 0 to 10. */
  score: z.nullable(z.number()),
  totalQuestions: z.number(),
  correctAnswers: z.nullable(z.number()),
  /** Share of right answers, one decimal. */
  percent: z.nullable(z.number()),
  passed: z.nullable(z.boolean()),
  /** Passed, but only by questions whose key was opened less than a day before: it counts for no certificate. */
  keyKnown: z.boolean(),
  withheldBy,
  /** Seconds. */
  timeSpent: z.number(),
  createdAt: instant,
  finishedAt: instant,
});
export type Attempt = z.output<typeof attempt>;

export const getQuiz = endpoint({
  method: 'GET',
  path: '/api/quizzes/:id',
  access: 'signedIn',
  errors: ['access_ended', 'not_bought'],
  summary: 'A published quiz with its questions, without the key; one drawn at random shows those of the open attempt.',
  response: z.object({ ...quiz.shape, questions: z.array(question) }),
});
