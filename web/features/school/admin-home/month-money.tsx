import { Link } from 'wouter';
import type { AdminHome } from '#contract/school/admin-home.ts';
import { formatDay } from '#web/lib/calendar-day.ts';
import { formatMoney, plural } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { Card } from '#web/ui/card.tsx';
import { monthTrend } from './waiting-words.ts';

const monthName = new Intl.DateTimeFormat('pt-BR', { month: 'long', timeZone: 'UTC' });
const HEIGHT = 96;

type MonthMoneyProps = { money: AdminHome['money']; today: string };

/** The revenue of this month by day, compared with the previous month up to the same day. */
export function MonthMoney({ money, today }: MonthMoneyProps) {
  const list = `${paths.adminPayments}?aba=approved&de=${money.monthFrom}`;
  const trend = monthTrend(money);
  return (
    <Card
      title={`Recebido em ${monthName.format(new Date(money.monthFrom))}`}
      aside={
        <Link href={paths.adminMoney} className="link tappable">
          Financeiro
        </Link>
      }
    >
      <p className="flex flex-wrap items-baseline gap-x-3">
        <Link
          href={list}
          className="inline-flex min-h-11 items-center font-strong text-3xl tabular-nums tracking-[-0.025em] no-underline md:text-4xl"
        >
          {formatMoney(money.received)}
        </Link>
        {trend && <span className="text-sm">{trend}</span>}
      </p>
      <p className="text-ink-soft text-sm">
        {plural(money.orders, 'matrícula paga', 'matrículas pagas')}
        {money.refunded > 0 && (
          <>
            ;{' '}
            <Link href={`${paths.adminPayments}?aba=refunds&de=${money.monthFrom}`} className="link">
              devolvido: {formatMoney(money.refunded)}
            </Link>
          </>
        )}
        . {money.lastMonth > 0 && `No mês passado inteiro: ${formatMoney(money.lastMonth)}.`}
      </p>
      {money.received > 0 && <DayBars money={money} today={today} />}
    </Card>
  );
}

/** Bars from zero, one per day of the month; with a table for screen readers. */
function DayBars({ money, today }: MonthMoneyProps) {
  const scale = Math.max(...money.days.map(({ amount }) => amount));
  const [year = 0, month = 1] = money.monthFrom.split('-').map(Number);
  const length = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const byDay = new Map(money.days.map(({ day, amount }) => [day, amount]));
  const days = Array.from(
    { length },
    (_, index) => `${money.monthFrom.slice(0, 8)}${String(index + 1).padStart(2, '0')}`,
  );
  return (
    <>
      <div aria-hidden="true" className="mt-4">
        <div className="flex items-end gap-[2px] border-ink border-b-2" style={{ height: HEIGHT }}>
          {days.map((day) => (
            <span
              key={day}
              title={`${formatDay(day)}: ${formatMoney(byDay.get(day) ?? 0)}`}
              className={`grow rounded-t-[3px] ${day === today ? 'bg-sun' : 'bg-(--ill-blue)'}`}
              style={{ height: Math.round(((byDay.get(day) ?? 0) / scale) * (HEIGHT - 8)) }}
            />
          ))}
        </div>
        <p className="flex justify-between pt-1 text-ink-soft text-xs">
          <span>1º</span>
          <span>{Math.ceil(length / 2)}</span>
          <span>{length}</span>
        </p>
      </div>
      <ul className="sr-only" aria-label="Por dia">
        {money.days.map(({ day, amount }) => (
          <li key={day}>
            {formatDay(day)}: {formatMoney(amount)}
          </li>
        ))}
      </ul>
    </>
  );
}
