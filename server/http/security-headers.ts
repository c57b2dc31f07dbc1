import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Config } from '#server/config.ts';

const notOfHelmet = new Set(['content-length', 'content-type', 'connection', 'date', 'keep-alive']);

/**
 * For answers that are not documents: the policy allows nothing to be shown, run or framed. Pages have their own
 * policy.
 */
export const apiHeaders = ({ publicUrl }: Pick<Config, 'publicUrl'>): FastifyHelmetOptions => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], baseUri: ["'none'"], frameAncestors: ["'none'"] },
  },
  // Only with TLS: without it the header would be useless and false.
  hsts: publicUrl?.startsWith('https:') ? { maxAge: 31_536_000, includeSubDomains: false } : false,
  referrerPolicy: { policy: 'same-origin' },
  crossOriginEmbedderPolicy: false,
  // These headers concern documents, which have their own policy, or obsolete browsers.
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xFrameOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
});

/**
 * Sends Helmet's headers, computed once: they are the same for every answer, and computing them each time costs as much
 * as reading a lesson. A page that needs another policy replaces it. Returns the headers, for answers that no hook
 * sees.
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
