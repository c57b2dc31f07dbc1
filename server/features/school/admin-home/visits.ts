import type { FastifyRequest } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { dayOf } from '#server/time/calendar.ts';
import { addVisits } from './admin-home.store.ts';

/** A crowd is one row of the database: visits are added up here and written at most this often. */
const FLUSH_MS = 5000;

const robots =
  /bot\b|crawl|spider|slurp|preview|lighthouse|headless|monitor|curl|wget|python|facebookexternalhit|whatsapp/i;

/** Not a person who looks at the page: a robot that says so, or a browser that fetches ahead. */
const isNobody = ({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): boolean =>
  method !== 'GET' ||
  !headers['user-agent'] ||
  robots.test(headers['user-agent']) ||
  /prefetch|prerender/.test(`${headers['sec-purpose'] ?? ''} ${headers.purpose ?? ''}`);

export type Visits = { note(request: Pick<FastifyRequest, 'method' | 'headers'>): void; flush(): Promise<void> };

/**
 * Counts who sees the landing page, per day and nothing else: no cookie, no address, no fingerprint, so a person who
 * comes twice is two visits. Up to five seconds of them go with a process that is killed.
 */
export function countVisits(deps: Pick<Deps, 'db' | 'clock' | 'log'>): Visits {
  let waiting = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;

  const flush = async () => {
    clearTimeout(timer);
    timer = undefined;
    const counted = waiting;
    waiting = new Map();
    for (const [day, visits] of counted) await addVisits(deps.db, day, visits);
  };
  const later = () => {
    timer ??= setTimeout(() => {
      // The page was shown; that one visit is missing from a sum is no reason for more.
      flush().catch((error: unknown) => deps.log.warn({ err: error }, 'visits could not be counted'));
    }, FLUSH_MS).unref();
  };
  return {
    note(request) {
      if (isNobody(request)) return;
      const day = dayOf(deps.clock.now());
      waiting.set(day, (waiting.get(day) ?? 0) + 1);
      later();
    },
    flush,
  };
}
