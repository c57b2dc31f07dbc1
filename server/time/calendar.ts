import { DAY_MS, MINUTE_MS, TIME_ZONE } from '#contract/time.ts';

/** Days in the students' time zone: America/Sao_Paulo, written 2026-11-15. */

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

const longDay = new Intl.DateTimeFormat('pt-BR', { timeZone: TIME_ZONE, dateStyle: 'long' });

/** '1º de janeiro de 2027' */
export const longDate = (moment: Date): string => longDay.format(moment).replace(/^1 /, '1º ');

const MOST_REMEMBERED = 2000;

/** Screens ask for the same few hundred days again and again; formatting one takes a microsecond or two. */
function remembering(format: (key: number) => string): (key: number) => string {
  const known = new Map<number, string>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) return before;
    if (known.size >= MOST_REMEMBERED) known.clear();
    const value = format(key);
    known.set(key, value);
    return value;
  };
}

const dayOfMinute = remembering((minute) => calendarDay.format(minute * MINUTE_MS));

/** Days begin with a full minute, except before 1914, when the offset of the time zone had seconds. */
export const dayOf = (moment: Date): string =>
  moment.getTime() >= 0 ? dayOfMinute(Math.floor(moment.getTime() / MINUTE_MS)) : calendarDay.format(moment);

/** The start of the minute. */
export const startOfMinute = (moment: Date): Date => new Date(Math.floor(moment.getTime() / MINUTE_MS) * MINUTE_MS);

/** Days are counted in UTC, where each has 24 hours: the next day has the next number. */
export const dayNumber = (day: string): number => Date.parse(day) / DAY_MS;

export const numberedDay = remembering((number) => new Date(number * DAY_MS).toISOString().slice(0, 10));

export const addDays = (day: string, count: number): string => numberedDay(dayNumber(day) + count);

/** The Monday of the day's week. */
export function mondayOf(day: string): string {
  const weekday = (new Date(day).getUTCDay() + 6) % 7;
  return addDays(day, -weekday);
}

/** `count` days, starting with `first`. */
export function daysFrom(first: string, count: number): string[] {
  const number = dayNumber(first);
  return Array.from({ length: count }, (_, index) => numberedDay(number + index));
}

/** Local time of day, in seconds since midnight. */
export function secondOfDay(moment: Date): number {
  const [hours = 0, minutes = 0, seconds = 0] = wallClock.format(moment).split(':').map(Number);
  return hours * 3600 + minutes * 60 + seconds + moment.getUTCMilliseconds() / 1000;
}

/** The local date and time at a moment, as if it were UTC. */
const wallOf = (moment: number): number => {
  const date = new Date(moment);
  return dayNumber(dayOf(date)) * DAY_MS + secondOfDay(date) * 1000;
};

/**
 * The moment with this local time of day. When summer time had it twice, the first; when it was skipped, the same time
 * after the skip: such a day began at one o'clock.
 */
export function momentOn(day: string, second: number): Date {
  const wanted = dayNumber(day) * DAY_MS + second * 1000;
  const candidates = [wanted - DAY_MS, wanted + DAY_MS].map((near) => wanted - (wallOf(near) - near));
  const shown = candidates.filter((moment) => wallOf(moment) === wanted);
  return new Date(shown.length > 0 ? Math.min(...shown) : Math.max(...candidates));
}

/** The first moment of a day, which is the end of the previous one. */
export const startOfDay = (day: string): Date => momentOn(day, 0);
