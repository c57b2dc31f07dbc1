import type { FastifyBaseLogger } from 'fastify';

/** What writes the log: pino, as Fastify knows it. */
export type Log = FastifyBaseLogger;
