import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';

/** The limits for the number of questions in the start test. With fewer than the minimum available there is no test. */
export const START_TEST_MIN = 10;
export const START_TEST_MAX = 15;

const firstDay = z.object({
  /** Null: the school has too few questions for a test. */
  test: z.nullable(
    z.object({
      /** Null until the test is started. */
      practiceId: z.nullable(z.number()),
      questions: z.number(),
      answered: z.number(),
    }),
  ),
  /** About how long the syllabus of the followed exam takes, once through; null where there is none. */
  syllabusMinutes: z.nullable(z.number()),
});
export type FirstDay = z.output<typeof firstDay>;

export const getFirstDay = endpoint({
  method: 'GET',
  path: '/api/first-day',
  access: 'signedIn',
  needsAccess: true,
  summary: 'What the first day still asks: the start test, and how long the syllabus takes.',
  response: firstDay,
});

export const beginStartTest = endpoint({
  method: 'POST',
  path: '/api/first-day/test',
  access: 'signedIn',
  needsAccess: true,
  errors: ['nothing_to_practise'],
  summary:
    'Begins the start test, ten to fifteen questions that tell most about the student, or goes on with it: there is one in a life.',
  response: z.object({ practiceId: z.number() }),
});

export const endFirstDay = endpoint({
  method: 'POST',
  path: '/api/first-day/end',
  access: 'signedIn',
  summary: 'Leaves the first day, done or not. It is not asked again.',
});
