/** The most common periods of an office, counted from a day in the school's time zone. */

export type Period = 'month' | 'last' | 'year' | 'own';

const pad = (number: number) => String(number).padStart(2, '0');

export function rangeOfPeriod(period: Exclude<Period, 'own'>, today: string): { from: string; to: string } {
  const [year = 0, month = 1] = today.split('-').map(Number);
  if (period === 'year') return { from: `${year}-01-01`, to: today };
  if (period === 'month') return { from: `${year}-${pad(month)}-01`, to: today };
  const [lastYear, lastMonth] = month === 1 ? [year - 1, 12] : [year, month - 1];
  const length = new Date(Date.UTC(lastYear, lastMonth, 0)).getUTCDate();
  return { from: `${lastYear}-${pad(lastMonth)}-01`, to: `${lastYear}-${pad(lastMonth)}-${pad(length)}` };
}

/** Which preset a period equals; otherwise `own`. */
export function periodOf({ from, to }: { from: string; to: string }, today: string): Period {
  const known = (['month', 'last', 'year'] as const).find((period) => {
    const range = rangeOfPeriod(period, today);
    return range.from === from && range.to === to;
  });
  return known ?? 'own';
}
