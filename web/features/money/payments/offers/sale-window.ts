import { DAY_MS } from '#contract/time.ts';
import { dayOf, formatDay } from '#web/lib/calendar-day.ts';

/** The first and the last day of an offer or coupon; null: no limit. */
type Days = { from: string | null; until: string | null };

export type SaleState = 'on' | 'to_come' | 'over';

export const saleState = ({ from, until }: Days, today: string): SaleState => {
  if (until !== null && until < today) return 'over';
  return from !== null && from > today ? 'to_come' : 'on';
};

/** Ends it now: the last day is yesterday, because the last day itself still counts. */
export function endedDays({ from }: Days, now: Date): Days {
  const yesterday = dayOf(new Date(now.getTime() - DAY_MS));
  return { from: from !== null && from > yesterday ? null : from, until: yesterday };
}

/** 'até 20/12/2026'; null: no limit. */
export function windowText({ from, until }: Days): string | null {
  if (from !== null && until !== null) return `de ${formatDay(from)} a ${formatDay(until)}`;
  if (from !== null) return `desde ${formatDay(from)}`;
  return until === null ? null : `até ${formatDay(until)}`;
}
