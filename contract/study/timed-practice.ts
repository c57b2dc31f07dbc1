import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { postponesTo } from '#contract/exams/mock-exams.ts';
import { PRACTICE_QUESTIONS_MAX } from '#contract/limits.ts';
import { instant, rowId } from '#contract/shapes.ts';
import { TIMED_MINUTES_MAX, TIMED_MINUTES_MIN } from './timed-limits.ts';

/** A simulado of the student's mistakes: a practice with a deadline that shows no key before its end. */

const count = z.number();

const timedPracticeOffer = z.object({
  /** Open mistakes that may be asked now. */
  available: count,
  /** Open mistakes that are left out: of simulados still to be taken, of courses not bought, or not in the bank. */
  withheld: count,
  /** Whether questions of a simulado in progress are left out. Their number would tell which of them were wrong. */
  leavesOutExam: z.boolean(),
  /** Started and not over. */
  open: z.nullable(z.object({ practiceId: z.number(), deadlineAt: instant, answered: count, total: count })),
  /** The end shows the keys. */
  postponesTo,
  /** Only for a person whose exams are longer: the proposed minutes are extended by it. */
  extraTime: z.optional(z.object({ percent: z.number(), minutes: z.number() })),
});
export type TimedPracticeOffer = z.output<typeof timedPracticeOffer>;

export const getTimedPracticeOffer = endpoint({
  method: 'GET',
  path: '/api/timed-practice',
  access: 'signedIn',
  needsAccess: true,
  summary: "How many of one's open mistakes a simulado may ask now, and the one that was begun and is not over.",
  response: timedPracticeOffer,
});

export const startTimedPractice = endpoint({
  method: 'POST',
  path: '/api/timed-practice',
  access: 'signedIn',
  needsAccess: true,
  errors: ['conflict', 'nothing_to_practise'],
  summary: "Starts a simulado of one's own mistakes, or answers with the open one. The same creationKey is the same.",
  body: z.object({
    count: z
      .number('Informe quantas questões.')
      .check(
        z.int('Use um número inteiro.'),
        z.gte(1, 'Pelo menos 1.'),
        z.lte(PRACTICE_QUESTIONS_MAX, `No máximo ${PRACTICE_QUESTIONS_MAX}.`),
      ),
    minutes: z
      .number('Informe quantos minutos.')
      .check(
        z.int('Use um número inteiro.'),
        z.gte(TIMED_MINUTES_MIN, `Pelo menos ${TIMED_MINUTES_MIN}.`),
        z.lte(TIMED_MINUTES_MAX, `No máximo ${TIMED_MINUTES_MAX}.`),
      ),
    creationKey: z.uuid(),
  }),
  response: z.object({ practiceId: z.number() }),
  alsoAnswers: [201],
});

export const chooseInPractice = endpoint({
  method: 'PUT',
  path: '/api/practices/:id/choices',
  access: 'signedIn',
  comesFirst: true,
  needsAccess: true,
  errors: ['attempt_open', 'state_conflict'],
  summary:
    'Saves choices of a timed practice without telling whether they are right. The last one of a question holds.',
  body: z.object({
    choices: z
      .array(z.object({ questionId: rowId, optionId: z.nullable(rowId) }))
      .check(z.minLength(1), z.maxLength(PRACTICE_QUESTIONS_MAX)),
  }),
  response: z.object({ answered: count, total: count, deadlineAt: instant, serverTime: instant }),
});
