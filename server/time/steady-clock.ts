import { DAY_MS, TIME_ZONE } from '#contract/time.ts';

const zoned = new Intl.DateTimeFormat('en-GB', { timeZone: TIME_ZONE, timeZoneName: 'longOffset' });

/** 'GMT-03:00' → -180 */
function offsetAt(moment: number): number {
  const name = zoned.formatToParts(moment).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours = '0', minutes = '0'] = /([+-])(\d+):(\d+)/.exec(name) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/** In years around the current one: dates that people see are within them. */
const YEARS = 2;

/**
 * The period around a moment without a clock change in a time zone, in whole days, so that every process of these
 * months computes the same. Exported for its test.
 */
export function steadyAround(now: number, offset: (moment: number) => number = offsetAt) {
  const minutes = offset(now);
  const today = now - (now % DAY_MS);
  const year = new Date(now).getUTCFullYear();
  const [first, last] = [Date.UTC(year - YEARS, 0), Date.UTC(year + YEARS, 0)];
  let [from, until] = [today, today];
  if (offset(today) === minutes) {
    while (from > first && offset(from - DAY_MS) === minutes) from -= DAY_MS;
    while (until < last && offset(until + DAY_MS) === minutes) until += DAY_MS;
  }
  return { from, until, minutes };
}

let known: { year: number; clock: ReturnType<typeof steadyAround> } | undefined;

/**
 * The school's UTC offset, for browsers, whose own lookup costs a tenth of a second (web/lib/intl.ts). Computed once a
 * year: time zone rules change only with a new Node, which means a restart.
 */
export function steadyClock(now: Date) {
  const year = now.getUTCFullYear();
  if (known?.year !== year) known = { year, clock: steadyAround(now.getTime()) };
  return known.clock;
}
