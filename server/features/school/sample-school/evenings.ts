import { DAY_MS, HOUR_MS } from '#contract/time.ts';
import { spread } from '#server/features/exams/mock-exams/sample/class-answers.ts';
import { secondOfDay } from '#server/time/calendar.ts';

/** The last activity in the sample is at least this long before the first start. */
const LATEST_MS = 2 * HOUR_MS;

/** A time in the evening of that day, when people study after work; never in the future. */
export function eveningOf(moment: Date, now: Date, seed: number): Date {
  const midnight = moment.getTime() - Math.round(secondOfDay(moment) * 1000);
  const evening = midnight + (19 + spread(seed, 41) * 2.5) * HOUR_MS;
  return new Date(evening > now.getTime() - LATEST_MS ? evening - DAY_MS : evening);
}

export const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS);
