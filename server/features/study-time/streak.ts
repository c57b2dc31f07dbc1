import { addDays } from './calendar.ts';

export type Streaks = { current: number; longest: number; studiedToday: boolean };

/**
 * Days in a row. A day without study ends a streak only when it is over: until midnight yesterday's streak stands.
 */
export function countStreaks(studied: ReadonlySet<string>, today: string): Streaks {
  let longest = 0;
  for (const day of studied) {
    // Every run is counted once, from its first day.
    if (day > today || studied.has(addDays(day, -1))) continue;
    let length = 1;
    while (addDays(day, length) <= today && studied.has(addDays(day, length))) length += 1;
    longest = Math.max(longest, length);
  }
  const studiedToday = studied.has(today);
  let current = 0;
  for (let day = studiedToday ? today : addDays(today, -1); studied.has(day); day = addDays(day, -1)) current += 1;
  return { current, longest, studiedToday };
}
