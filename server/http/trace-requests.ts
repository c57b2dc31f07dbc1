import type { FastifyInstance } from 'fastify';
import type { Tracing } from '#server/tracing/tracing.ts';

/** Every request is a trace, or a part of its caller's. First of the hooks: what they do belongs to it, too. */
export function traceRequests(app: FastifyInstance, tracing: Tracing): void {
  if (!tracing.isOn) return;
  app.addHook('onRequest', (request, reply, done) => {
    const method = request.method;
    tracing.beginRequest(request.headers, { 'http.request.method': method, 'alvorada.request': request.id }, (end) => {
      // From a line of the log to its trace, and from a trace by its request to the lines.
      request.log = request.log.child({ traceId: tracing.traceId() });
      reply.log = request.log;
      // Also when the client leaves before the answer.
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
