import type { FastifyInstance, preParsingHookHandler } from 'fastify';
import type { EndpointSpec } from '../../contract/endpoint.ts';
import { AppError } from './errors.ts';

/** A JSON body is small: who needs longer than this for it is broken, or means harm. Uploads have their own, long limit. */
export const BODY_TIMEOUT_MS = 20_000;

/** For the HTTP server itself: headers have to come soon and stay small, and connections are not without end. */
export const serverLimits = {
  headersTimeout: 15_000,
  maxHeaderSize: 16 * 1024,
  connectionsCheckingInterval: 5000,
};
export const MAX_CONNECTIONS = 8000;

export function refuseSlowBodies(app: FastifyInstance, timeoutMs = BODY_TIMEOUT_MS): void {
  const watch: preParsingHookHandler = (request, reply, payload, done) => {
    const { endpoint } = request.routeOptions.config as { endpoint?: EndpointSpec };
    const isForm = request.headers['content-type']?.startsWith('multipart/') ?? false;
    if (isForm && endpoint?.bodyType && endpoint.bodyType !== 'json') return done(null, payload);
    const timer = setTimeout(() => {
      reply.header('Connection', 'close');
      // Told, not destroyed: the connection still carries the answer.
      payload.emit('error', new AppError('request_timeout', 'O pedido demorou demais para chegar. Tente de novo.'));
    }, timeoutMs);
    payload.once('close', () => clearTimeout(timer));
    payload.once('end', () => clearTimeout(timer));
    done(null, payload);
  };
  app.addHook('onRoute', (route) => {
    const { endpoint } = (route.config ?? {}) as { endpoint?: EndpointSpec };
    if (endpoint && endpoint.method !== 'GET') route.preParsing = [watch, ...[route.preParsing ?? []].flat()];
  });
}
