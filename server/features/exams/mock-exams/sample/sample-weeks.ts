import { HOUR_MS } from '#contract/time.ts';
import { addDays, dayOf, momentOn } from '#server/time/calendar.ts';

type Week = { opensAt: Date; closesAt: Date };

const OPENS = 9 * 3600;
const CLOSES = 18 * 3600;
/** Until everything handed in on a Saturday is graded and ranked. */
const RESULTS_AFTER_MS = HOUR_MS / 60;

const saturdayOf = (day: string): Week => ({ opensAt: momentOn(day, OPENS), closesAt: momentOn(day, CLOSES) });

/** The last Saturday that is over and the one a week later, which is still to come or open right now. */
export function weeksAround(now: Date): { over: Week; next: Week } {
  const today = dayOf(now);
  const sinceSaturday = (new Date(`${today}T12:00:00Z`).getUTCDay() + 1) % 7;
  const nearest = saturdayOf(addDays(today, -sinceSaturday));
  const isOver = nearest.closesAt.getTime() + RESULTS_AFTER_MS <= now.getTime();
  const over = isOver ? nearest : saturdayOf(addDays(today, -sinceSaturday - 7));
  return { over, next: saturdayOf(addDays(dayOf(over.opensAt), 7)) };
}

/** When the results of a week are there. */
export const resultsAt = ({ closesAt }: Week): Date => new Date(closesAt.getTime() + RESULTS_AFTER_MS);
