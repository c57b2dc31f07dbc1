import { MINUTE_MS } from '#contract/time.ts';
import type { Deps } from '#server/deps.ts';
import type { PageCounts } from './page-values.ts';
import { countContent } from './public-counts.store.ts';

export const readCounts = (deps: Pick<Deps, 'db'>): Promise<PageCounts> => countContent(deps.db);

/** Counts of the content of the school, for the landing page. Cached for a minute. */
export function publicCounts(deps: Pick<Deps, 'db' | 'clock'>): () => PageCounts | Promise<PageCounts> {
  let known: { counts: PageCounts; until: number } | null = null;
  return () => {
    const now = deps.clock.now().getTime();
    if (known && known.until > now) return known.counts;
    return readCounts(deps).then((counts) => {
      known = { counts, until: now + MINUTE_MS };
      return counts;
    });
  };
}
