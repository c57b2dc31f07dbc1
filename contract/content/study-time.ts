import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { WEEKLY_GOAL_MAX_HOURS } from '#contract/limits.ts';

/** A calendar day in America/Sao_Paulo: 2026-11-15. */
export const day = z.string();

export const studyWeek = z.object({
  /** Monday to Sunday, the week of today. */
  days: z.array(z.object({ day, seconds: z.number() })),
  seconds: z.number(),
  goalHours: z.number(),
  /** Whether the student chose it; until then it is only what the plan counts with. */
  goalChosen: z.boolean(),
});
export type StudyWeek = z.output<typeof studyWeek>;

export const getStudyTime = endpoint({
  method: 'GET',
  path: '/api/study-time',
  access: 'signedIn',
  summary: 'Measured reading and quiz time of this week, against the goal.',
  response: studyWeek,
});

const goalRange = `Informe um número inteiro de 1 a ${WEEKLY_GOAL_MAX_HOURS}.`;

export const setWeeklyGoal = endpoint({
  method: 'PUT',
  path: '/api/study-time/goal',
  access: 'signedIn',
  summary: 'Sets the weekly goal in whole hours.',
  body: z.object({
    hours: z.number(goalRange).check(z.int(goalRange), z.gte(1, goalRange), z.lte(WEEKLY_GOAL_MAX_HOURS, goalRange)),
  }),
  response: studyWeek,
});
