import { type Metric, onCLS, onINP, onLCP } from 'web-vitals';
import { type ScreenPattern, screenTitles } from '#contract/platform/screen-patterns.ts';
import { reportVisit, type VisitMetric } from '#contract/platform/visit-figures.ts';
import { call } from './api.ts';
import { screenAt } from './shown-screens.ts';

/** What `web-vitals` calls with each change of one metric. */
type Watch = (
  note: (metric: Pick<Metric, 'name' | 'value' | 'entries'>) => void,
  options: { reportAllChanges: true },
) => void;
type Figure = { metric: VisitMetric; screen: ScreenPattern; value: number };

/**
 * Measures this visit, and sends its figures once, when the page is first hidden. Each belongs to the screen on which
 * it was measured: the largest paint to the first one, the slowest answer to the screen of that press or key.
 */
export function measureVisit(watchers: readonly Watch[] = [onLCP, onINP, onCLS]): void {
  const figures = new Map<VisitMetric, Figure>();
  const note: Parameters<Watch>[0] = ({ name, value, entries }) => {
    const screen = screenAt(name === 'LCP' ? 0 : (entries.at(-1)?.startTime ?? 0));
    if (!screen || !Object.hasOwn(screenTitles, screen)) return;
    const metric = name as VisitMetric;
    figures.set(metric, {
      metric,
      screen: screen as ScreenPattern,
      value: Number(value.toFixed(metric === 'CLS' ? 4 : 0)),
    });
  };
  // All changes: the last one is there when the page is hidden, in whatever order the listeners are called.
  for (const watch of watchers) watch(note, { reportAllChanges: true });
  const send = () => {
    if (document.visibilityState !== 'hidden' || figures.size === 0) return;
    removeEventListener('visibilitychange', send, true);
    // A lost report is ignored: there are other visits.
    call(reportVisit, { body: { figures: [...figures.values()] }, keepalive: true }).catch(() => undefined);
  };
  addEventListener('visibilitychange', send, true);
}
