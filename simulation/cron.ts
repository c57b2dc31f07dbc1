import { MINUTE_MS } from '#contract/time.ts';
import { clockIn } from './school-clock.ts';

type Field = (value: number) => boolean;

function fieldOf(text: string): Field {
  const parts = text.split(',').map((part): Field => {
    const [range = '*', step = '1'] = part.split('/');
    const every = Number(step);
    if (range === '*') return (value) => value % every === 0;
    const [first = 0, last = first] = range.split('-').map(Number);
    return (value) => value >= first && value <= last && (value - first) % every === 0;
  });
  return (value) => parts.some((matches) => matches(value));
}

/**
 * The last minute in (`after`, `until`] at which a job of this schedule starts, in the school's time zone. The product
 * uses minutes and hours only; a schedule with another field is an error here.
 */
export function lastStart(schedule: string, after: Date, until: Date): Date | undefined {
  const [minute = '*', hour = '*', ...others] = schedule.split(' ');
  if (others.join(' ') !== '* * *') throw new Error(`The simulator does not know the schedule ${schedule}.`);
  const [minutes, hours] = [fieldOf(minute), fieldOf(hour)];
  const newest = Math.floor(until.getTime() / MINUTE_MS) * MINUTE_MS;
  // Every schedule of minutes and hours starts at least once a day.
  const oldest = Math.max(after.getTime(), newest - 24 * 60 * MINUTE_MS);
  for (let at = newest; at > oldest; at -= MINUTE_MS) {
    const local = clockIn(new Date(at));
    if (minutes(local.minute) && hours(local.hour)) return new Date(at);
  }
  return undefined;
}
