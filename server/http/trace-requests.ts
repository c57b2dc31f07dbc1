import type { FastifyInstance } from 'fastify';
import type { Tracing } from '#server/tracing/tracing.ts';

/**
 * Makes every request a trace, or a span of its caller's. The first hook, so that the work of the others belongs to it.
 */
export function traceRequests(app: FastifyInstance, tracing: Tracing): void {
  if (!tracing.isOn) return;
  app.addHook('onRequest', (request, reply, done) => {
    const method = request.method;
    tracing.beginRequest(request.headers, { 'http.request.method': method, 'alvorada.request': request.id }, (end) => {
      // Links log lines to their trace, and a trace to its log lines by the request.
      request.log = request.log.child({ traceId: tracing.traceId() });
      reply.log = request.log;
      // Also when the client disconnects before the answer.
      reply.raw.once('close', () => {
        const route = request.routeOptions.url ?? 'none';
        const status = reply.raw.statusCode;
        end({
          name: `${method} ${route}`,
          attributes: { 'http.route': route, 'http.response.status_code': status },
          hasFailed: status >= 500,
        });
      });
      done();
    });
  });
}
