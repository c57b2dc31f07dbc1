import type { FastifyRequest } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { dayOf } from '#server/time/calendar.ts';
import { addVisits } from './admin-home.store.ts';

/** Visits are summed in memory and written at most this often, one row per day. */
const FLUSH_MS = 5000;

const robots =
  /bot\b|crawl|spider|slurp|preview|lighthouse|headless|monitor|curl|wget|python|facebookexternalhit|whatsapp/i;

/** Whether a request is no visit of a person: a declared bot, or a prefetch of a browser. */
const isNobody = ({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): boolean =>
  method !== 'GET' ||
  !headers['user-agent'] ||
  robots.test(headers['user-agent']) ||
  /prefetch|prerender/.test(`${headers['sec-purpose'] ?? ''} ${headers.purpose ?? ''}`);

export type Visits = { note(request: Pick<FastifyRequest, 'method' | 'headers'>): void; flush(): Promise<void> };

/**
 * Counts views of the landing page per day and nothing else: no cookie, no address, no fingerprint. A person who comes
 * twice counts as two visits. A killed process loses up to five seconds of visits.
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
      // Only logged: a missing visit must not fail anything else.
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
