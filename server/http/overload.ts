import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { EndpointSpec } from '#contract/endpoint.ts';
import { hasBody, isUpload } from './bodies.ts';
import { AppError } from './errors.ts';
import { ownShare, readProcessorTime } from './processor-time.ts';

type Limits = {
  inFlight: number;
  /** Requests that wait for a database connection; each of them waits 1.5 s at most. */
  waitingForDatabase: number;
  /**
   * Mean delay of the event loop over the last second, without the share that other processes cause. Counted only when
   * there is work that can be refused.
   */
  loopDelayMs: number;
};

/**
 * The load that one process accepts before it refuses further requests: a short 'retry later' beats a long wait.
 * Refusing a request costs half of answering it, and it comes again: five thousand students may have one in progress
 * each.
 */
export const limits: Limits = { inFlight: 6000, waitingForDatabase: 1650, loopDelayMs: 2000 };

/** The share of lists, searches and pages; the remainder is reserved for what a person has just done. */
export const ordinaryLimits: Limits = { inFlight: 1500, waitingForDatabase: 990, loopDelayMs: 390 };

const IN_FLIGHT_WHILE_DELAYED = 50;

export type Pressure = {
  /** Requests in progress. */
  inFlight: number;
  waitingForDatabase: number;
  loopDelayMs: number;
};

/** `comesFirst`: an answer, a finished mock exam, a saved draft. A refused one is typed again or lost. */
export function isOverloaded(pressure: Pressure, comesFirst = false): boolean {
  const most = comesFirst ? limits : ordinaryLimits;
  return (
    pressure.inFlight > most.inFlight ||
    pressure.waitingForDatabase > most.waitingForDatabase ||
    (pressure.loopDelayMs > most.loopDelayMs && pressure.inFlight > IN_FLIGHT_WHILE_DELAYED)
  );
}

const isFirst = (request: FastifyRequest): boolean =>
  (request.routeOptions.config as { endpoint?: EndpointSpec }).endpoint?.comesFirst ?? false;

/** An operator must be able to see an overloaded process; neither its supervisor nor its proxy may end it for that. */
const alwaysAnswered = new Set(['/healthz', '/servingz', '/metrics']);

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * `receiving`: requests whose body is still arriving. They cost a connection and no work, so they are no reason to
     * refuse others.
     */
    pressure: () => Pressure & { receiving: number };
    /**
     * The body has arrived, the work begins. Called by code that reads a body without Fastify; throws when overloaded.
     */
    beginWork: (request: FastifyRequest) => void;
  }
}

/** Range of the Retry-After in seconds, so that refused clients do not all return at the same time. */
const COME_BACK = { least: 2, most: 6 };

export const tooBusy = (message = 'Muitos acessos ao mesmo tempo. Tente de novo em instantes.') =>
  new AppError('unavailable', message, {
    retryAfter: COME_BACK.least + Math.floor(Math.random() * (COME_BACK.most - COME_BACK.least + 1)),
  });

/**
 * `inLine` returns how many requests wait for a slot (expensive-work.ts): they cost nothing yet, so they do not count
 * as load.
 */
export function refuseOverload(
  app: FastifyInstance,
  pool: { readonly waitingCount: number },
  inLine: () => number = () => 0,
): void {
  const delay = watchLoop(app);
  const receiving = new Set<FastifyRequest>();
  let open = 0;
  const pressure = () => ({
    inFlight: open - receiving.size - inLine(),
    receiving: receiving.size,
    waitingForDatabase: pool.waitingCount,
    loopDelayMs: delay(),
  });
  app.decorate('pressure', pressure);
  app.decorate('beginWork', (request) => {
    if (receiving.delete(request) && isOverloaded(pressure(), isFirst(request))) throw tooBusy();
  });

  app.addHook('onRequest', (request, reply, done) => {
    open += 1;
    if (hasBody(request.raw)) receiving.add(request);
    // Also when the client disconnects before the answer.
    reply.raw.once('close', () => {
      open -= 1;
      receiving.delete(request);
    });
    const isTooMuch = isOverloaded(pressure(), isFirst(request)) && !alwaysAnswered.has(request.routeOptions.url ?? '');
    done(isTooMuch ? tooBusy() : undefined);
  });
  app.addHook('preValidation', (request, _reply, done) => {
    // The body of a form is read by its handler.
    if (receiving.size === 0 || isUpload(request) || !receiving.delete(request)) return done();
    done(isOverloaded(pressure(), isFirst(request)) ? tooBusy() : undefined);
  });
}

const RESOLUTION_MS = 20;

/** The mean delay of the last full second that comes from the work of this process (processor-time.ts). */
function watchLoop(app: FastifyInstance): () => number {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  histogram.enable();
  let last = 0;
  let before = readProcessorTime();
  const timer = setInterval(() => {
    const now = readProcessorTime();
    const delay = Number.isNaN(histogram.mean) ? 0 : Math.max(0, histogram.mean / 1e6 - RESOLUTION_MS);
    last = delay * ownShare(before, now);
    before = now;
    histogram.reset();
  }, 1000).unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    histogram.disable();
  });
  return () => last;
}
