import type { Tx } from '#server/db/handle.ts';
import type { Deps } from '#server/deps.ts';
import { spread } from '#server/features/exams/mock-exams/sample/class-answers.ts';
import { addDays, dayOf } from '#server/time/calendar.ts';
import { addSampleVisits, dropSampleVisits } from './admin-home.store.ts';

const DAYS = 45;

/** Visitors of the landing page who did not sign up: more at weekends, and varying from day to day. */
export async function sampleVisits(deps: Deps): Promise<void> {
  const today = dayOf(deps.clock.now());
  const days = Array.from({ length: DAYS }, (_, index) => addDays(today, -1 - index));
  await addSampleVisits(
    deps.db,
    days.map((day, place) => ({ day, visits: 12 + Math.round(spread(place, 17) * 14) + (isWeekend(day) ? 9 : 0) })),
  );
}

const isWeekend = (day: string) => new Date(day).getUTCDay() % 6 === 0;

export const forgetSampleVisits = (tx: Tx) => dropSampleVisits(tx);
