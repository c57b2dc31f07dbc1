import * as z from 'zod/mini';
import { binary, endpoint } from '#contract/endpoint.ts';
import { id, stored, text } from '#contract/shapes.ts';

const planKind = z.enum(['lesson', 'quiz', 'practice', 'review', 'essay']);
export type PlanKind = z.output<typeof planKind>;

export const plannedItem = z.object({
  kind: stored(planKind, 'lesson'),
  /** The id of the lesson or quiz; for a practice the id of its topic, for an essay of its theme. A day has one review. */
  id,
  title: z.string(),
  /** Only for a lesson or a practice. */
  subjectName: z.nullable(z.string()),
  /** Empty for what comes from the syllabus. */
  courseTitle: z.string(),
  /** Only for a quiz, a practice or the review. */
  questionCount: z.nullable(z.number()),
  passingScore: z.nullable(z.number()),
  minutes: z.number(),
  /** The points it may add in the exam, and the reason in one sentence. Null: there is no map to tell. An essay has 0 points. */
  worth: z.nullable(
    z.object({
      points: z.number(),
      /** With few answers the points are the most that it may add. */
      isAtMost: z.boolean(),
      reason: z.string(),
    }),
  ),
});
export type PlannedItem = z.output<typeof plannedItem>;

export const todaysItem = z.object({
  ...plannedItem.shape,
  done: z.boolean(),
  /** Less than `minutes` where a lesson was read in part. */
  minutesLeft: z.number(),
  started: z.boolean(),
});
export type TodaysItem = z.output<typeof todaysItem>;

const plannedDay = z.object({ day: z.string(), minutes: z.number(), items: z.array(plannedItem) });

export const studyPlan = z.object({
  /** The exam it leads to; null: none is followed, and it leads to the end of the courses. */
  exam: z.nullable(
    z.object({
      id,
      name: z.string(),
      date: z.string(),
      daysLeft: z.number(),
      /** Then there is a map, and a next step that goes by it. */
      hasSyllabus: z.boolean(),
    }),
  ),
  weeklyHours: z.number(),
  /** The source of the plan: the syllabus of the exam if it has one, else the followed courses. */
  covers: stored(z.enum(['courses', 'syllabus']), 'courses'),
  /** Over a syllabus: why today is not what was said before. */
  change: z.nullable(z.string()),
  /** Whether there is something to plan. */
  enrolled: z.boolean(),
  /** The review first, then the items done today, then the open items of today. */
  today: z.object({ day: z.string(), items: z.array(todaysItem) }),
  /** The next days after today that have work. */
  days: z.array(plannedDay),
  /** Minutes of everything that is not done. */
  minutesLeft: z.number(),
  /** What does not fit before the exam. */
  leftOver: z.object({ items: z.number(), minutes: z.number() }),
  /** Hours a week in which everything would fit; null: no number of hours is enough, or there is no exam. */
  hoursForAll: z.nullable(z.number()),
});
export type StudyPlan = z.output<typeof studyPlan>;

export const getStudyPlan = endpoint({
  method: 'GET',
  path: '/api/study-plan',
  access: 'signedIn',
  summary: 'What to study today and on the next days, made anew from what is left.',
  weight: 20,
  response: studyPlan,
});

const feed = z.object({
  /** The secret path of the calendar: anyone who knows it can read the plan. Null: there is none. */
  path: z.nullable(z.string()),
});

export const getPlanFeed = endpoint({
  method: 'GET',
  path: '/api/study-plan/feed',
  access: 'signedIn',
  summary: "The secret address of the caller's plan as a calendar, if it was made.",
  response: feed,
});

export const renewPlanFeed = endpoint({
  method: 'POST',
  path: '/api/study-plan/feed',
  access: 'signedIn',
  summary: 'Makes a new secret address; the one before no longer works.',
  response: feed,
});

export const deletePlanFeed = endpoint({
  method: 'DELETE',
  path: '/api/study-plan/feed',
  access: 'signedIn',
  summary: 'Takes the secret address away.',
});

export const readPlanFeed = endpoint({
  method: 'GET',
  path: '/api/calendar/:file',
  access: 'public',
  summary: 'A study plan as an iCalendar file, by its secret address.',
  params: z.object({ file: text(200) }),
  response: binary,
});
