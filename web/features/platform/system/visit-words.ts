import type { VisitMetric } from '#contract/platform/visit-figures.ts';
import { formatNumber } from '#web/lib/format.ts';

/** What the web calls good, and from where on it calls it poor. */
const limits: Record<VisitMetric, { good: number; poor: number }> = {
  LCP: { good: 2500, poor: 4000 },
  INP: { good: 200, poor: 500 },
  CLS: { good: 0.1, poor: 0.25 },
};

export function judgeVisits(metric: VisitMetric, p75: number): { tone: 'ok' | 'sun' | 'bad'; text: string } {
  const { good, poor } = limits[metric];
  if (p75 <= good) return { tone: 'ok', text: 'bom' };
  return p75 <= poor ? { tone: 'sun', text: 'a melhorar' } : { tone: 'bad', text: 'ruim' };
}

/** '1,8 s', '120 ms', '0,02' */
export function metricText(metric: VisitMetric, value: number): string {
  if (metric === 'CLS') return value.toFixed(2).replace('.', ',');
  if (value < 1000) return `${formatNumber(Math.round(value))} ms`;
  return `${formatNumber(value / 1000)} s`;
}
