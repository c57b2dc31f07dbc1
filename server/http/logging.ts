import { randomUUID } from 'node:crypto';
import type { FastifyServerOptions } from 'fastify';
import type { Config } from '../config.ts';

/**
 * Structured lines with a request id and no personal data: the route's pattern instead of the address that was
 * asked for (addresses hold payment codes), no headers, no query, no body.
 */
export function logging(config: Pick<Config, 'logLevel'>): Pick<FastifyServerOptions, 'logger' | 'genReqId'> {
  return {
    genReqId: () => randomUUID(),
    logger: {
      level: config.logLevel,
      serializers: {
        req: (request) => ({ method: request.method, route: request.routeOptions?.url ?? 'unknown' }),
        res: (reply) => ({ statusCode: reply.statusCode }),
        err: (error: Error & { code?: string }) => ({
          type: error.name,
          code: error.code,
          message: error.message,
          stack: error.stack ?? '',
        }),
      },
    },
  };
}
