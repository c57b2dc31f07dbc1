import { dayOf } from '#web/lib/calendar-day.ts';
import { formatMinutes, formatTime, plural } from '#web/lib/format.ts';
import { dateWriter, monthName, ordinalDay, weekdayName } from '#web/lib/intl.ts';

const weekday = dateWriter(weekdayName);
const shortDay = dateWriter((parts) => `${ordinalDay(parts)} de ${monthName(parts)}`);

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** '9h', '9h30' */
function hour(moment: string): string {
  const [hours, minutes] = formatTime(moment).split(':');
  return `${Number(hours)}h${minutes === '00' ? '' : minutes}`;
}

/** 'hoje, 9h', 'sábado, 9h', '12 de dezembro, 9h' */
export function spokenMoment(moment: string, now: number): string {
  const at = new Date(moment);
  if (dayOf(at) === dayOf(new Date(now))) return `hoje, ${hour(moment)}`;
  const days = (at.getTime() - now) / DAY;
  if (days > 0 && days < 6.5) return `${weekday(at)}, ${hour(moment)}`;
  return `${shortDay(at)}, ${hour(moment)}`;
}

/** 'hoje, às 9h', 'sábado, à 1h05' */
export const spokenMomentAt = (moment: string, now: number): string =>
  spokenMoment(moment, now).replace(/, (\d+h\d*)$/, (_, clock: string) => `, ${spokenHour(clock)}`);

const spokenHour = (clock: string): string => `${clock.startsWith('1h') ? 'à' : 'às'} ${clock}`;

/** 'às 11h24' on the same day, else with the day before it. */
export const spokenTimeOf = (moment: string, now: number): string => spokenMomentAt(moment, now).replace(/^hoje, /, '');

/** '5 min 29 s', '45 s', '1h05' */
export function spokenDuration(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const minutes = Math.floor(seconds / 60);
  if (minutes >= 60) return formatMinutes(minutes);
  const rest = seconds % 60;
  return [minutes > 0 && `${minutes} min`, (rest > 0 || minutes === 0) && `${rest} s`].filter(Boolean).join(' ');
}

type LateWindow = { opensAt: string; closesAt: string; isDelivered: boolean; endsForAll: boolean };

/** The milliseconds left for a start at this moment, if less than the full time; null: the full time is left. */
export function shortenedTime(window: LateWindow, timeLimit: number | null, now: number): number | null {
  if (timeLimit === null || !window.endsForAll || windowState(window, now) !== 'open') return null;
  const left = Date.parse(window.closesAt) - now;
  return left < timeLimit * MINUTE ? left : null;
}

/** 'Faltam 1 dia e 14 horas.' */
export function timeLeft(moment: string, now: number): string {
  const minutes = Math.max(1, Math.ceil((Date.parse(moment) - now) / MINUTE));
  const days = Math.floor(minutes / (24 * 60));
  const hours = Math.floor((minutes % (24 * 60)) / 60);
  const parts =
    days > 0
      ? [plural(days, 'dia', 'dias'), hours > 0 && plural(hours, 'hora', 'horas')]
      : hours > 0
        ? [plural(hours, 'hora', 'horas'), minutes % 60 > 0 && plural(minutes % 60, 'minuto', 'minutos')]
        : [plural(minutes, 'minuto', 'minutos')];
  const isOne = parts[0] === '1 dia' || parts[0] === '1 hora' || parts[0] === '1 minuto';
  const said = parts.filter(Boolean);
  return `${isOne && said.length === 1 ? 'Falta' : 'Faltam'} ${said.join(' e ')}.`;
}

type Window = { opensAt: string; closesAt: string; isDelivered: boolean };
export type WindowState = 'before' | 'open' | 'delivered' | 'closed';

export function windowState({ opensAt, closesAt, isDelivered }: Window, now: number): WindowState {
  if (isDelivered) return 'delivered';
  if (now < Date.parse(opensAt)) return 'before';
  return now < Date.parse(closesAt) ? 'open' : 'closed';
}
