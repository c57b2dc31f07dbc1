import { addDays } from '#server/time/calendar.ts';
import { essaysDeliveredSince, plannableThemes } from './plannable.store.ts';

/** A week of a plan has at most this number of days behind today. */
const WEEK_BEHIND = 6;

/** What a plan needs of a student's essays, as queries that are batched with its others. */
export const essayReads = (userId: string, today: string, now: Date) => ({
  essayThemes: plannableThemes(userId, today, now),
  essaysDelivered: essaysDeliveredSince(userId, addDays(today, -WEEK_BEHIND)),
});

export type { PlannableTheme, PlannedEssay } from './plannable.store.ts';
