import { DAY_MS, TIME_ZONE } from '../../contract/time.ts';

/** Days as the students live them: America/Sao_Paulo, written 2026-11-15. */

const calendarDay = new Intl.DateTimeFormat('en-CA', {
  timeZone: TIME_ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});
const wallClock = new Intl.DateTimeFormat('en-GB', {
  timeZone: TIME_ZONE,
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

export const dayOf = (moment: Date): string => calendarDay.format(moment);

/** Days are counted in UTC, where each has 24 hours: the next day has the next number. */
export const dayNumber = (day: string): number => Date.parse(day) / DAY_MS;

const numberedDay = (number: number): string => new Date(number * DAY_MS).toISOString().slice(0, 10);

export const addDays = (day: string, count: number): string => numberedDay(dayNumber(day) + count);

/** The Monday of the week that holds the day. */
export function mondayOf(day: string): string {
  const weekday = (new Date(day).getUTCDay() + 6) % 7;
  return addDays(day, -weekday);
}

/** `count` days from the first on. */
export function daysFrom(first: string, count: number): string[] {
  const number = dayNumber(first);
  return Array.from({ length: count }, (_, index) => numberedDay(number + index));
}

/** What a clock on the wall shows, in seconds since midnight. */
export function secondOfDay(moment: Date): number {
  const [hours = 0, minutes = 0, seconds = 0] = wallClock.format(moment).split(':').map(Number);
  return hours * 3600 + minutes * 60 + seconds + moment.getUTCMilliseconds() / 1000;
}
