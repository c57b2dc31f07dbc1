import type { FastifyInstance, onRequestHookHandler } from 'fastify';
import type { EndpointSpec } from '#contract/endpoint.ts';
import type { Deps } from '#server/deps.ts';
import { networkOf } from './networks.ts';
import { rateCounter } from './rate-counter.ts';
import { addCounts } from './rate-limit.store.ts';
import { currentUser, type SessionUser } from './sessions.ts';
import { tooMany } from './throttle.ts';

/**
 * Requests per minute, by class of route. A signed-in person is counted by themself, so that a class full of students
 * behind one address is not one person; visitors and refused sessions by their network. What costs more (passwords,
 * e-mails, payments) has its own, much lower limits in the services.
 */
export const perMinute = {
  read: 900,
  write: 300,
  upload: 40,
  'visitor-read': 1200,
  'visitor-write': 300,
  'visitor-upload': 40,
  'no-session': 600,
} as const;

type Class = keyof typeof perMinute;
const SHARE_MS = 1000;

export function classOf(endpoint: Pick<EndpointSpec, 'method' | 'access' | 'bodyType'>): Class {
  const uploads = endpoint.bodyType === 'multipart' || endpoint.bodyType === 'either';
  const kind = uploads ? 'upload' : endpoint.method === 'GET' ? 'read' : 'write';
  return endpoint.access === 'public' ? `visitor-${kind}` : kind;
}

/** Probes and scrapes come from the operator's own machines. */
export const uncounted = new Set(['/healthz', '/servingz', '/readyz', '/metrics']);

export function limitRates(app: FastifyInstance, deps: Deps): void {
  if (!deps.config.rateLimit) return;
  const counter = rateCounter(deps.config.sessionSecret, (counted) => addCounts(deps.db, counted));
  shareRegularly(app, deps, counter.share);

  /** Counts one more; tells the fault when it is one too many. */
  const charge = (kind: Class, key: string) => {
    const seconds = counter.count(kind, key, perMinute[kind], deps.clock.now().getTime());
    return seconds === null ? undefined : tooMany(seconds);
  };

  app.addHook('onRoute', (route) => {
    const { endpoint } = (route.config ?? {}) as { endpoint?: EndpointSpec };
    if (!endpoint || uncounted.has(endpoint.path)) return;
    const kind = classOf(endpoint);
    const limit: onRequestHookHandler = (request, _reply, done) => {
      if (endpoint.access === 'public') return done(charge(kind, networkOf(request.ip)));
      // Looking up a session costs a query: guessing them has a limit, too.
      const chargeFor = (found: SessionUser | null) =>
        done(found ? charge(kind, found.id) : charge('no-session', networkOf(request.ip)));
      const user = currentUser(request);
      if (user instanceof Promise) user.then(chargeFor, done);
      else chargeFor(user);
    };
    route.onRequest = [limit, ...[route.onRequest ?? []].flat()];
  });
}

function shareRegularly(app: FastifyInstance, deps: Deps, share: () => Promise<void>): void {
  let running = false;
  const timer = setInterval(() => {
    if (running) return;
    running = true;
    share()
      // The limits of this process hold on; the outage itself is told elsewhere.
      .catch((error: unknown) => deps.log.debug({ err: error }, 'request counts could not be shared'))
      .finally(() => {
        running = false;
      });
  }, SHARE_MS).unref();
  app.addHook('onClose', async () => clearInterval(timer));
}
