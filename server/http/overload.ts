import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import type * as z from 'zod/mini';
import type { EndpointSpec } from '../../contract/endpoint.ts';
import { AppError } from './errors.ts';

/** What one process takes on at once before it sends further requests away: a short "come back" beats a long wait. */
export const limits = {
  inFlight: 1500,
  /** Requests that wait for a database connection; each of them waits 1.5 s at most. */
  waitingForDatabase: 1000,
  /** Mean delay of the event loop over the last second, counted only when there is work that can be refused. */
  loopDelayMs: 400,
  inFlightWhileDelayed: 50,
  /** Calls that hash a password, which takes a processor for a while: a flood of them is not to stand before readers. */
  passwordsInFlight: 64,
};

export type Pressure = { inFlight: number; waitingForDatabase: number; loopDelayMs: number };

export function isOverloaded(pressure: Pressure): boolean {
  return (
    pressure.inFlight > limits.inFlight ||
    pressure.waitingForDatabase > limits.waitingForDatabase ||
    (pressure.loopDelayMs > limits.loopDelayMs && pressure.inFlight > limits.inFlightWhileDelayed)
  );
}

/** An operator must see a process that is overloaded, and its supervisor must not kill it for that. */
const alwaysAnswered = new Set(['/healthz', '/metrics']);

declare module 'fastify' {
  interface FastifyInstance {
    pressure: () => Pressure;
  }
}

export function refuseOverload(app: FastifyInstance, pool: { readonly waitingCount: number }): void {
  const delay = watchLoop(app);
  let inFlight = 0;
  let passwordsInFlight = 0;
  const pressure = () => ({ inFlight, waitingForDatabase: pool.waitingCount, loopDelayMs: delay() });
  app.decorate('pressure', pressure);

  const refusal = () => new AppError('unavailable', 'Muitos acessos ao mesmo tempo. Tente de novo em instantes.');

  app.addHook('onRequest', (request, reply, done) => {
    const { url, config } = request.routeOptions;
    const hashes = takesPassword((config as { endpoint?: EndpointSpec }).endpoint);
    inFlight += 1;
    if (hashes) passwordsInFlight += 1;
    // Also when the client goes away before it is answered.
    reply.raw.once('close', () => {
      inFlight -= 1;
      if (hashes) passwordsInFlight -= 1;
    });
    const isTooMuch = isOverloaded(pressure()) || (hashes && passwordsInFlight > limits.passwordsInFlight);
    done(isTooMuch && !alwaysAnswered.has(url ?? '') ? refusal() : undefined);
  });
}

const known = new WeakMap<EndpointSpec, boolean>();

/** Told by the call's own body, so that no list has to be kept. */
export function takesPassword(endpoint: EndpointSpec | undefined): boolean {
  if (!endpoint?.body) return false;
  const answer = known.get(endpoint) ?? Object.keys(shapeOf(endpoint.body)).some((field) => /password/i.test(field));
  known.set(endpoint, answer);
  return answer;
}

const shapeOf = (schema: z.ZodMiniType): object => (schema as { shape?: object }).shape ?? {};

const RESOLUTION_MS = 20;

/** The mean delay of the last whole second. */
function watchLoop(app: FastifyInstance): () => number {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  histogram.enable();
  let last = 0;
  const timer = setInterval(() => {
    last = Number.isNaN(histogram.mean) ? 0 : Math.max(0, histogram.mean / 1e6 - RESOLUTION_MS);
    histogram.reset();
  }, 1000).unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    histogram.disable();
  });
  return () => last;
}
