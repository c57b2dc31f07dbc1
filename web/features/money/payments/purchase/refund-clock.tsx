import { REFUND_DAYS } from '#contract/limits.ts';
import { formatLongDay } from '#web/lib/calendar-day.ts';
import { cx } from '#web/ui/cx.ts';
import { guaranteeOf } from './guarantee.ts';

/** Seven days as seven posts, the sun on today. */
export function RefundClock({ approvedAt, now }: { approvedAt: string; now: Date }) {
  const { days, number, lastDay } = guaranteeOf(approvedAt, now);
  const today = number === 0 ? 'Os sete dias começam amanhã' : `Dia ${number} de ${REFUND_DAYS}`;
  return (
    <div
      role="img"
      aria-label={`${today}; o prazo termina ${formatLongDay(lastDay)}, às 23h59`}
      className="grid grid-cols-7 gap-1 pt-5 text-center text-ink-soft text-xs"
    >
      {days.map(({ day, label, state }) => (
        <div key={day} className={cx('relative', state === 'now' && 'font-strong text-ink')}>
          {state === 'now' && (
            <span className="absolute -top-4.5 left-1/2 h-4.5 w-9 -translate-x-1/2 rounded-t-full border border-sun-edge border-b-0 bg-sun" />
          )}
          <span className={cx('mb-1.5 block h-[3px]', state === 'coming' ? 'bg-line-strong' : 'bg-ink')} />
          {label}
        </div>
      ))}
    </div>
  );
}
