import { dayNumber } from '#server/time/calendar.ts';

export type Streaks = { current: number; longest: number; studiedToday: boolean };

/** Day 0 of the calendar was a Thursday; a week begins on its Monday. */
const weekOf = (day: number): number => Math.floor((day + 3) / 7);

/**
 * Days in a row. One day off in a calendar week breaks no streak and is not counted in it. A day without study counts
 * as one only when it is over: until midnight yesterday's streak stands.
 */
export function countStreaks(studied: ReadonlySet<string>, today: string): Streaks {
  const last = dayNumber(today);
  const days = new Set<number>();
  for (const day of studied) if (dayNumber(day) <= last) days.add(dayNumber(day));
  /** How many days of study lie in a row from this one on, forwards or backwards. */
  const countFrom = (first: number, step: 1 | -1): number => {
    let count = 0;
    let weekWithDayOff: number | null = null;
    for (let day = first; day <= last; day += step) {
      if (days.has(day)) count += 1;
      else if (weekOf(day) === weekWithDayOff) break;
      else weekWithDayOff = weekOf(day);
    }
    return count;
  };
  let longest = 0;
  for (const day of days) {
    // A row that begins in the middle of another is no longer than it, unless a day off lies between them.
    if (!days.has(day - 1)) longest = Math.max(longest, countFrom(day, 1));
  }
  const studiedToday = days.has(last);
  return { current: countFrom(studiedToday ? last : last - 1, -1), longest, studiedToday };
}
