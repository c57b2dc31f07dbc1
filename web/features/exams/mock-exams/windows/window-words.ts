import { dayOf } from '#web/lib/calendar-day.ts';
import { formatTime, plural } from '#web/lib/format.ts';
import { dateWriter, monthName, weekdayName } from '#web/lib/intl.ts';

const weekday = dateWriter(weekdayName);
const shortDay = dateWriter((parts) => `${parts.day} de ${monthName(parts)}`);

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
