import { MINUTE_MS } from '#contract/time.ts';
import type { SampleCourseRow } from '#server/features/content/courses/courses.sample.ts';
import { spread } from '#server/features/exams/mock-exams/sample/class-answers.ts';
import type { SampleQuizKey } from '#server/features/exams/mock-exams/sample/quizzes.sample.ts';
import type { SamplePractice } from '#server/features/study/practice/practice.sample.ts';
import { dayOf } from '#server/time/calendar.ts';
import { daysBefore, eveningOf } from './evenings.ts';

/** Two months of one student: sixty days, with Sundays off, a lost week, failures, and a certificate on the way. */

const DAYS = 60;
/** The days (counted back from today), besides Sundays, without activity. */
const lost = new Set([24, 25, 26, 27]);

const SUNDAY = 0;
/** The weekday in the time zone of the school: late on a Saturday it is already Sunday in UTC. */
const weekdayOf = (moment: Date) => new Date(`${dayOf(moment)}T12:00:00Z`).getUTCDay();

export function studySpans(now: Date) {
  return Array.from({ length: DAYS }, (_, index) => DAYS - index)
    .filter((days) => !lost.has(days) && weekdayOf(daysBefore(now, days)) !== SUNDAY)
    .map((days) => {
      const from = eveningOf(daysBefore(now, days), now, days);
      return { from, until: new Date(from.getTime() + (25 + Math.round(spread(days, 3) * 50)) * MINUTE_MS) };
    });
}

/** How many lessons of each of the first three courses are done: everything of Portuguese, most of the rest. */
const read = [7, 4, 3];

export function readingsOf(courses: readonly SampleCourseRow[], now: Date): { lessonId: number; at: Date }[] {
  const lessons = courses.flatMap(({ lessonIds }, course) => lessonIds.slice(0, read[course] ?? 0));
  const distinct = [...new Set(lessons)];
  return distinct.map((lessonId, index) => {
    const days = Math.round(58 - index * (56 / distinct.length));
    return { lessonId, at: eveningOf(daysBefore(now, lost.has(days) ? 28 : days), now, days) };
  });
}

type Step =
  | { days: number; takes: SampleQuizKey; hits: number }
  | { days: number; practises: 'mistakes'; of: SampleQuizKey; misses: number }
  | { days: number; practises: 'free'; count: number; misses: number };

/** In chronological order. */
export const steps: readonly Step[] = [
  { days: 46, takes: 'portugueseAndLogic', hits: 6 },
  { days: 33, takes: 'portugueseAndLogic', hits: 8 },
  { days: 19, takes: 'portugueseAndLogic', hits: 10 },
  { days: 16, takes: 'constitutionalAndCriminal', hits: 7 },
  { days: 14, practises: 'mistakes', of: 'constitutionalAndCriminal', misses: 1 },
  { days: 12, practises: 'free', count: 50, misses: 16 },
  { days: 9, practises: 'free', count: 8, misses: 2 },
  { days: 7, practises: 'free', count: 50, misses: 14 },
  { days: 5, takes: 'constitutionalAndCriminal', hits: 9 },
  { days: 4, practises: 'free', count: 50, misses: 13 },
  { days: 3, practises: 'free', count: 50, misses: 12 },
  { days: 2, takes: 'brazilianHistory', hits: 6 },
];

export const isAttempt = (step: Step): step is Extract<Step, { takes: SampleQuizKey }> => 'takes' in step;

export const practiceOf = (step: Exclude<Step, { takes: SampleQuizKey }>, at: Date, quizId: number): SamplePractice =>
  step.practises === 'mistakes'
    ? { at, misses: step.misses, kind: 'mistakes', quizId }
    : { at, misses: step.misses, kind: 'free', count: step.count };
