import type { Money } from '#contract/money/money.ts';
import { DAY_MS } from '#contract/time.ts';
import { formatDay } from '#web/lib/calendar-day.ts';
import { formatMoney } from '#web/lib/format.ts';

const HEIGHT = 112;
/** More bars than this are too thin to see: a longer period is shown by month. */
const BARS_MAX = 62;

/** Bars from zero, income above and refunds below. The table below contains the same numbers. */
export function DayBars({ money }: { money: Money }) {
  const bars = barsOf(money);
  const scale = Math.max(...bars.flatMap(({ received, refunded }) => [received, refunded]), 1);
  const heightOf = (cents: number) => Math.round((cents / scale) * HEIGHT);
  const lowest = Math.max(...bars.map(({ refunded }) => heightOf(refunded)));
  return (
    <div aria-hidden="true">
      <div className="flex items-end gap-[2px] border-ink border-b-2" style={{ height: HEIGHT + 8 }}>
        {bars.map(({ label, received }) => (
          <span
            key={label}
            title={`${label}: recebido ${formatMoney(received)}`}
            className="grow rounded-t-[3px] bg-(--ill-blue)"
            style={{ height: heightOf(received) }}
          />
        ))}
      </div>
      {lowest > 0 && (
        <div className="flex items-start gap-[2px]" style={{ height: lowest }}>
          {bars.map(({ label, refunded }) => (
            <span
              key={label}
              title={`${label}: devolvido ${formatMoney(refunded)}`}
              className="grow rounded-b-[3px] bg-sun"
              style={{ height: heightOf(refunded) }}
            />
          ))}
        </div>
      )}
      <p className="flex justify-between pt-1 text-ink-soft text-xs">
        <span>{bars[0]?.label}</span>
        <span>{bars.at(-1)?.label}</span>
      </p>
      <p className="flex flex-wrap gap-x-4 pt-2 text-ink-soft text-xs">
        <span className="inline-flex items-center gap-1.5">
          <i className="size-2.5 rounded-sm bg-(--ill-blue)" /> recebido
        </span>
        {lowest > 0 && (
          <span className="inline-flex items-center gap-1.5">
            <i className="size-2.5 rounded-sm bg-sun" /> devolvido
          </span>
        )}
      </p>
    </div>
  );
}

type Bar = { label: string; received: number; refunded: number };

function barsOf({ from, to, days }: Money): Bar[] {
  const count = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  const byMonth = count > BARS_MAX;
  const keyOf = (day: string) => (byMonth ? day.slice(0, 7) : day);
  const bars = new Map<string, Bar>();
  for (let index = 0; index < count; index += 1) {
    const day = new Date(Date.parse(from) + index * DAY_MS).toISOString().slice(0, 10);
    const label = byMonth ? `${day.slice(5, 7)}/${day.slice(0, 4)}` : formatDay(day);
    bars.set(keyOf(day), { label, received: 0, refunded: 0 });
  }
  for (const { day, received, refunded } of days) {
    const bar = bars.get(keyOf(day));
    if (!bar) continue;
    bar.received += received;
    bar.refunded += refunded;
  }
  return [...bars.values()];
}
