import {
  type DateParts,
  dateWriter,
  monthName,
  numberWriter,
  ordinalDay,
  shortMonth,
  twoDigits,
  weekdayName,
} from './intl.ts';

const amount = numberWriter({ minimumFractionDigits: 2, maximumFractionDigits: 2 });
const integer = numberWriter({ maximumFractionDigits: 0 });

const dayOfMonth = ({ day, month }: DateParts) => `${twoDigits(day)}/${twoDigits(month)}`;

const date = dateWriter((parts) => `${dayOfMonth(parts)}/${parts.year}`);
const time = dateWriter(({ hour, minute }) => `${twoDigits(hour)}:${twoDigits(minute)}`);
const longDate = dateWriter((parts) => `${ordinalDay(parts)} de ${monthName(parts)} de ${parts.year}`);
const shortDate = dateWriter((parts) => `${ordinalDay(parts)} de ${shortMonth(parts)}`);
const weekday = dateWriter((parts) => `${weekdayName(parts)}, ${ordinalDay(parts)} de ${monthName(parts)}`);
const spokenWeekday = dateWriter(weekdayName);
const dayAndMonth = dateWriter(dayOfMonth);
const calendarDay = dateWriter(({ year, month, day }) => `${year}-${twoDigits(month)}-${twoDigits(day)}`);
const hour = dateWriter((parts) => String(parts.hour));

type Moment = string | Date;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

function toDate(moment: Moment): Date {
  return moment instanceof Date ? moment : new Date(moment);
}

/** 29700 → 'R$ 297,00', with a plain space: it can be searched for, copied and tested. */
export function formatMoney(cents: number): string {
  return `${cents < 0 ? '-' : ''}R$ ${amount(Math.abs(cents) / 100)}`;
}

/** 0.414 → '41%' */
export const formatPercent = numberWriter({ style: 'percent', maximumFractionDigits: 0 });

/** '15/11/2026' */
export function formatDate(moment: Moment): string {
  return date(toDate(moment));
}

/** '08:14' */
export function formatTime(moment: Moment): string {
  return time(toDate(moment));
}

/** '15/11/2026 08:14' */
export function formatDateTime(moment: Moment): string {
  return `${formatDate(moment)} ${formatTime(moment)}`;
}

/** '15 de novembro de 2026' */
export function formatLongDate(moment: Moment): string {
  return longDate(toDate(moment));
}

/** 'Quinta-feira, 12 de novembro' */
export function formatWeekday(moment: Moment): string {
  const text = weekday(toDate(moment));
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** 'terça, 17/11, às 14h', 'quarta, 18/11, à 1h05'. Midnight ends the day before: 'segunda, 16/11, às 23h59'. */
export function formatDeadline(moment: Moment): string {
  const given = toDate(moment);
  const at = formatTime(given) === '00:00' ? new Date(given.getTime() - MINUTE) : given;
  const [hours, minutes] = formatTime(at).split(':');
  const clock = `${Number(hours)}h${minutes === '00' ? '' : minutes}`;
  const [name] = spokenWeekday(at).split('-');
  return `${name}, ${dayAndMonth(at)}, ${Number(hours) === 1 ? 'à' : 'às'} ${clock}`;
}

/** 'Bom dia', 'Boa tarde' or 'Boa noite', by the clock of São Paulo. */
export function formatGreeting(moment: Moment): string {
  const now = Number(hour(toDate(moment)));
  if (now >= 5 && now < 12) return 'Bom dia';
  return now >= 12 && now < 18 ? 'Boa tarde' : 'Boa noite';
}

/** 66.7 → '66,7', 80 → '80', 1536.25 → '1.536,3' */
export const formatNumber = numberWriter({ maximumFractionDigits: 1 });

/** The share of right answers, the same wherever a result stands: 66.7 → '66,7%', 80 → '80%' */
export const formatShare = (percent: number): string => `${formatNumber(percent)}%`;

/** 4.5 → '4,5', 4 → '4,0' */
export const formatDecimal = numberWriter({ minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** Points of an exam: 28 → '28,0', 2.67 → '2,67' */
export const formatPoints = numberWriter({ minimumFractionDigits: 1, maximumFractionDigits: 2 });

/** As people say it: 'agora', 'há 7 min', 'há 2 h', 'ontem', 'há 3 dias', '7 de nov.', '7 de nov. de 2025'. */
export function formatRelative(moment: Moment, now: Moment): string {
  const then = toDate(moment);
  const present = toDate(now);
  const elapsed = present.getTime() - then.getTime();
  // A server clock slightly ahead of ours must not produce the future.
  if (Math.abs(elapsed) < MINUTE) return 'agora';
  if (elapsed < 0) return spokenDate(then, present);
  const days = calendarDaysBetween(then, present);
  if (elapsed < HOUR) return `há ${Math.floor(elapsed / MINUTE)} min`;
  if (days === 0 || elapsed < 12 * HOUR) return `há ${Math.floor(elapsed / HOUR)} h`;
  if (days === 1) return 'ontem';
  if (days < 7) return `há ${days} dias`;
  return spokenDate(then, present);
}

function spokenDate(then: Date, present: Date): string {
  const year = calendarDay(then).slice(0, 4);
  const sameYear = year === calendarDay(present).slice(0, 4);
  return sameYear ? shortDate(then) : `${shortDate(then)} de ${year}`;
}

function calendarDaysBetween(earlier: Date, later: Date): number {
  const midnight = (moment: Date) => Date.parse(calendarDay(moment));
  return Math.round((midnight(later) - midnight(earlier)) / DAY);
}

/** 18 → '18 min', 60 → '1h', 85 → '1h25' */
export function formatMinutes(minutes: number): string {
  const whole = Math.max(0, Math.round(minutes));
  if (whole < 60) return `${whole} min`;
  const rest = whole % 60;
  return `${Math.floor(whole / 60)}h${rest === 0 ? '' : String(rest).padStart(2, '0')}`;
}

/** 1 → 'falta 1 min', 18 → 'faltam 18 min', 85 → 'falta 1h25'; `before` stands between: 'falta cerca de 1h' */
export function formatMissing(minutes: number, before = ''): string {
  const text = formatMinutes(minutes);
  return `${/^1( |h)/.test(text) ? 'falta' : 'faltam'} ${before}${text}`;
}

/** 1 → '1 dia', 3 → '3 dias', 0 → '0 dias', 1200 → '1.200 dias' */
export function plural(count: number, one: string, many: string): string {
  const number = count < 1000 ? count : integer(count);
  return `${number} ${count === 1 ? one : many}`;
}
