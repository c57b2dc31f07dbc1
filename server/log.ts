import type { FastifyBaseLogger } from 'fastify';

/** The logger: pino, with Fastify's type. */
export type Log = FastifyBaseLogger;
