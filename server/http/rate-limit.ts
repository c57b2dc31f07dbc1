import type { FastifyInstance, onRequestHookHandler } from 'fastify';
import type { EndpointSpec } from '#contract/endpoint.ts';
import type { Deps } from '#server/deps.ts';
import type { AppError } from './errors.ts';
import { networkOf } from './networks.ts';
import { rateCounter } from './rate-counter.ts';
import { addCounts } from './rate-limit.store.ts';
import { currentUser, type SessionUser } from './sessions.ts';
import { tooMany } from './throttle.ts';

/**
 * Weights per minute, by class of route. Each call adds the weight that the contract gives it. A signed-in person is
 * counted by their id, so that a class of students behind one address is not one person; visitors and refused sessions
 * are counted by their network. Passwords, e-mails and payments have much lower limits in the services.
 */
export const perMinute = {
  read: 900,
  write: 300,
  upload: 40,
  'visitor-read': 1200,
  'visitor-write': 300,
  'visitor-upload': 40,
  'no-session': 600,
  // Documents that the server renders. Above the limit the browser renders the screen in the plain shell.
  document: 240,
  'visitor-document': 60,
} as const;

type Class = keyof typeof perMinute;

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts one more against a limit. The result is the refusal, or undefined where it may pass. */
    chargeRate: (kind: Class, key: string, weight?: number) => AppError | undefined;
  }
}

const SHARE_MS = 1000;

export function classOf(endpoint: Pick<EndpointSpec, 'method' | 'access' | 'bodyType'>): Class {
  const uploads = endpoint.bodyType === 'multipart' || endpoint.bodyType === 'either';
  const kind = uploads ? 'upload' : endpoint.method === 'GET' ? 'read' : 'write';
  return endpoint.access === 'public' ? `visitor-${kind}` : kind;
}

/** Probes and scrapes come from the operator's machines. */
export const uncounted = new Set(['/healthz', '/servingz', '/readyz', '/metrics']);

export function limitRates(app: FastifyInstance, deps: Deps): void {
  if (!deps.config.rateLimit) {
    app.decorate('chargeRate', () => undefined);
    return;
  }
  const counter = rateCounter(deps.config.sessionSecret, (counted) => addCounts(deps.db, counted));
  shareRegularly(app, deps, counter.share);

  const charge = (kind: Class, key: string, weight = 1) => {
    const seconds = counter.count(kind, key, perMinute[kind], deps.clock.now().getTime(), weight);
    return seconds === null ? undefined : tooMany(seconds);
  };
  app.decorate('chargeRate', charge);

  app.addHook('onRoute', (route) => {
    const { endpoint } = (route.config ?? {}) as { endpoint?: EndpointSpec };
    if (!endpoint || uncounted.has(endpoint.path)) return;
    const kind = classOf(endpoint);
    const { weight } = endpoint;
    const limit: onRequestHookHandler = (request, _reply, done) => {
      if (endpoint.access === 'public') return done(charge(kind, networkOf(request.ip), weight));
      // Looking up a session costs a query, so guesses at session tokens have a limit, too.
      const chargeFor = (found: SessionUser | null) =>
        done(found ? charge(kind, found.id, weight) : charge('no-session', networkOf(request.ip)));
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
      // The limits of this process still hold. The outage itself is logged where it is noticed.
      .catch((error: unknown) => deps.log.debug({ err: error }, 'request counts could not be shared'))
      .finally(() => {
        running = false;
      });
  }, SHARE_MS).unref();
  app.addHook('onClose', async () => clearInterval(timer));
}
