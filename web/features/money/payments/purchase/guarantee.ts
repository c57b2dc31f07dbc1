import { REFUND_DAYS } from '#contract/limits.ts';
import { DAY_MS } from '#contract/time.ts';
import { dayOf } from '#web/lib/calendar-day.ts';
import { dayWriter, shortWeekday } from '#web/lib/intl.ts';

const weekday = dayWriter(shortWeekday);

type GuaranteeDay = { day: string; label: string; state: 'past' | 'now' | 'coming' };

/** The seven days after an approval in which a purchase may be given up without a reason, until the end of the last. */
export function guaranteeOf(approvedAt: string, now: Date) {
  const today = dayOf(now);
  const days = Array.from({ length: REFUND_DAYS }, (_, at): GuaranteeDay => {
    const date = new Date(Date.parse(dayOf(approvedAt)) + (at + 1) * DAY_MS);
    const day = date.toISOString().slice(0, 10);
    if (day === today) return { day, label: 'hoje', state: 'now' };
    const name = weekday(date).replace('.', '');
    const isEnd = at === 0 || at === REFUND_DAYS - 1;
    return { day, label: isEnd ? `${name} ${date.getUTCDate()}` : name, state: day < today ? 'past' : 'coming' };
  });
  const passed = days.filter(({ day }) => day <= today).length;
  return {
    days,
    /** The day we are in, from 1; 0 on the day of the approval itself. */
    number: passed,
    lastDay: days.at(-1)?.day ?? today,
    isOver: today > (days.at(-1)?.day ?? today),
  };
}
