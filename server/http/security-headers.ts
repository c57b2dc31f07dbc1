import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import Fastify, { type FastifyInstance } from 'fastify';

const notOfHelmet = new Set(['content-length', 'content-type', 'connection', 'date', 'keep-alive']);

/**
 * Helmet's headers, worked out once: they are the same for every answer, and putting them together each time costs as
 * much as reading a lesson. A page that needs another policy replaces it. Tells which
 * they are, for answers that no hook sees.
 */
export async function sendSecurityHeaders(
  app: FastifyInstance,
  options: FastifyHelmetOptions,
): Promise<Record<string, string>> {
  const probe = Fastify();
  await probe.register(helmet, options);
  probe.get('/', async () => '');
  const { headers } = await probe.inject('/');
  await probe.close();
  const kept = Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (notOfHelmet.has(name) ? [] : [[name, String(value)]])),
  );
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(kept);
    done();
  });
  return kept;
}
