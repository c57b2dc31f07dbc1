import type { BodyOf } from '#contract/endpoint.ts';
import { type ScreenPattern, screenPatterns } from '#contract/platform/screen-patterns.ts';
import {
  type reportVisit,
  type ScreenVisits,
  VISIT_DAYS,
  VISITS_LEAST,
  type VisitMetric,
  visitMetrics,
} from '#contract/platform/visit-figures.ts';
import { HOUR_MS } from '#contract/time.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { charge, type Limit } from '#server/http/throttle.ts';
import { addDays, dayOf } from '#server/time/calendar.ts';
import { type Bucket, bucketOf, LAST_BUCKET, percentileOf } from './buckets.ts';
import { countVisitFigures, deleteOldVisitFigures, listVisitBuckets } from './visit-figures.store.ts';

/** One of ten visits reports, so this is a school behind one address, or made-up figures. */
const perNetwork: Limit = { bucket: 'visit-figures', max: 60, windowMs: HOUR_MS };
const SHARE = 0.75;

/** The call is public, so nothing of it is stored but counts of screens that exist. */
export async function countVisit(deps: Deps, network: string, { figures }: BodyOf<typeof reportVisit>): Promise<void> {
  await charge(deps, perNetwork, network);
  // A metric counts once for a visit, whatever the body repeats.
  const byMetric = new Map(figures.map((figure) => [figure.metric, figure]));
  const counted = [...byMetric.values()].map(({ metric, screen, value }) => ({
    metric,
    screen,
    bucket: bucketOf(metric, value),
  }));
  await transact(deps, (tx) => countVisitFigures(tx, dayOf(deps.clock.now()), counted));
}

/** The first day that counts. */
const firstDay = (deps: Deps): string => addDays(dayOf(deps.clock.now()), 1 - VISIT_DAYS);

const isKnown = (screen: string): screen is ScreenPattern => (screenPatterns as readonly string[]).includes(screen);

export async function listVisits(deps: Deps): Promise<ScreenVisits[]> {
  const most = screenPatterns.length * visitMetrics.length * (LAST_BUCKET + 1);
  const rows = await listVisitBuckets(deps.db, firstDay(deps), most);
  const byScreen = new Map<ScreenPattern, Map<VisitMetric, Bucket[]>>();
  for (const { screen, metric, bucket, visits } of rows) {
    // A screen of an earlier version.
    if (!isKnown(screen)) continue;
    const metrics = byScreen.get(screen) ?? new Map<VisitMetric, Bucket[]>();
    byScreen.set(screen, metrics);
    metrics.set(metric as VisitMetric, [...(metrics.get(metric as VisitMetric) ?? []), { bucket, visits }]);
  }
  const figures = [...byScreen].map(([screen, metrics]) => {
    const of = (metric: VisitMetric) => figureOf(metric, metrics.get(metric));
    return { screen, LCP: of('LCP'), INP: of('INP'), CLS: of('CLS') };
  });
  return figures.sort((a, b) => mostVisits(b) - mostVisits(a) || a.screen.localeCompare(b.screen));
}

function figureOf(metric: VisitMetric, buckets: readonly Bucket[] | undefined) {
  if (!buckets) return null;
  const visits = buckets.reduce((sum, bucket) => sum + bucket.visits, 0);
  return { visits, p75: visits < VISITS_LEAST ? null : percentileOf(metric, buckets, SHARE) };
}

const mostVisits = (figures: ScreenVisits): number =>
  Math.max(...visitMetrics.map((metric) => figures[metric]?.visits ?? 0));

export const expiredVisits = (deps: Deps) => ({
  visitFigures: (limit: number) => deleteOldVisitFigures(deps.db, firstDay(deps), limit),
});
