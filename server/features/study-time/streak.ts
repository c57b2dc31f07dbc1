import { dayNumber } from '../../time/calendar.ts';

export type Streaks = { current: number; longest: number; studiedToday: boolean };

/**
 * Days in a row. A day without study ends a streak only when it is over: until midnight yesterday's streak stands.
 */
export function countStreaks(studied: ReadonlySet<string>, today: string): Streaks {
  const last = dayNumber(today);
  const days = new Set<number>();
  for (const day of studied) days.add(dayNumber(day));
  let longest = 0;
  for (const day of days) {
    // Every run is counted once, from its first day.
    if (day > last || days.has(day - 1)) continue;
    let length = 1;
    while (day + length <= last && days.has(day + length)) length += 1;
    longest = Math.max(longest, length);
  }
  const studiedToday = days.has(last);
  let current = 0;
  for (let day = studiedToday ? last : last - 1; days.has(day); day -= 1) current += 1;
  return { current, longest, studiedToday };
}
