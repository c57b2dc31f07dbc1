import { MINUTE_MS, TIME_ZONE } from '#contract/time.ts';
import { school } from './school.ts';

/**
 * Formats numbers and dates in pt-BR, without Intl where possible: its first object takes some 110 ms on a cheap phone,
 * in the first render of every screen (decision 261).
 */

const LOCALE = 'pt-BR';
const MOST = 1e11;

type NumberStyle = { style?: 'percent'; minimumFractionDigits?: number; maximumFractionDigits: number };

/**
 * Formats numbers without Intl: every screen has some, and the rule for thousands is simple in Portuguese. Halves round
 * away from zero by the decimal digits: 1.45 is 1,5.
 */
export function numberWriter(options: NumberStyle): (value: number) => string {
  const { style, minimumFractionDigits: least = 0, maximumFractionDigits: most } = options;
  const shift = style === 'percent' ? 2 : 0;
  return (value) => {
    const digits = String(Math.abs(value));
    // Not a number, or more digits than the arithmetic can represent.
    if (!/^[\d.]+$/.test(digits) || Math.abs(value) > MOST) return new Intl.NumberFormat(LOCALE, options).format(value);
    const rounded = Number(`${Math.round(Number(`${digits}e${shift + most}`))}e-${most}`);
    const [whole = '', fraction = ''] = rounded.toFixed(most).split('.');
    const shown = fraction.slice(0, least) + fraction.slice(least).replace(/0+$/, '');
    const sign = value < 0 || Object.is(value, -0) ? '-' : '';
    const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, '.');
    return `${sign}${grouped}${shown && `,${shown}`}${style === 'percent' ? '%' : ''}`;
  };
}

/** A moment by the calendar and the clock; `weekday` counts from Sunday, 0. */
export type DateParts = { year: number; month: number; day: number; weekday: number; hour: number; minute: number };

const months = [
  'janeiro',
  'fevereiro',
  'março',
  'abril',
  'maio',
  'junho',
  'julho',
  'agosto',
  'setembro',
  'outubro',
  'novembro',
  'dezembro',
];
const weekdays = ['domingo', 'segunda-feira', 'terça-feira', 'quarta-feira', 'quinta-feira', 'sexta-feira', 'sábado'];
const short = (name: string) => `${name.slice(0, 3)}.`;

export const monthName = ({ month }: DateParts): string => months[month - 1] ?? '';
/** 'nov.' */
export const shortMonth = (parts: DateParts): string => short(monthName(parts));
export const weekdayName = ({ weekday }: DateParts): string => weekdays[weekday] ?? '';
/** 'qui.' */
export const shortWeekday = (parts: DateParts): string => short(weekdayName(parts));
/** '15', and '1º' for the first day of a month. */
export const ordinalDay = ({ day }: DateParts): string => (day === 1 ? '1º' : String(day));
export const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** The date parts in UTC. */
function partsInUtc(moment: Date): DateParts {
  if (Number.isNaN(moment.getTime())) throw new RangeError('Invalid time value');
  return {
    year: moment.getUTCFullYear(),
    month: moment.getUTCMonth() + 1,
    day: moment.getUTCDate(),
    weekday: moment.getUTCDay(),
    hour: moment.getUTCHours(),
    minute: moment.getUTCMinutes(),
  };
}

let inSchoolTime: Intl.DateTimeFormat | undefined;

function partsByIntl(moment: Date): DateParts {
  inSchoolTime ??= new Intl.DateTimeFormat('en-GB', {
    timeZone: TIME_ZONE,
    ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', hourCycle: 'h23' },
  });
  const found = new Map(inSchoolTime.formatToParts(moment).map(({ type, value }) => [type, Number(value)]));
  const of = (type: Intl.DateTimeFormatPartTypes) => found.get(type) ?? 0;
  const day = new Date(Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute')));
  return partsInUtc(day);
}

/**
 * The date parts in the time zone of the school. Its offset has been constant for years; outside the period that the
 * server guarantees, Intl is used.
 */
function partsInSchoolTime(moment: Date): DateParts {
  const [{ clock }, at] = [school, moment.getTime()];
  const isSteady = clock !== null && at >= clock.from && at < clock.until;
  return isSteady ? partsInUtc(new Date(at + clock.minutes * MINUTE_MS)) : partsByIntl(moment);
}

/** Formats a moment in the time zone of the school. */
export const dateWriter =
  (write: (parts: DateParts) => string): ((moment: Date) => string) =>
  (moment) =>
    write(partsInSchoolTime(moment));

/** Formats a calendar day, which is the same in every time zone. */
export const dayWriter =
  (write: (parts: DateParts) => string): ((day: Date) => string) =>
  (day) =>
    write(partsInUtc(day));
