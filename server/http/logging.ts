import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { type DestinationStream, pino } from 'pino';
import type { Config } from '#server/config.ts';
import type { Log } from '#server/log.ts';
import { createLogOutput } from './log-output.ts';

/**
 * Structured lines with a request id and no personal data: the route's pattern instead of the requested address
 * (addresses contain payment codes), no headers, no query, no body.
 */
export function createLog(config: Pick<Config, 'logLevel'>, destination?: DestinationStream): Log {
  const options = {
    level: config.logLevel,
    serializers: {
      req: (request: { method: string; routeOptions?: { url?: string } }) => ({
        method: request.method,
        route: request.routeOptions?.url ?? 'unknown',
      }),
      res: (reply: { statusCode: number }) => ({ statusCode: reply.statusCode }),
      err: (error: Error & { code?: string }) => ({
        type: error.name,
        code: error.code,
        message: error.message,
        stack: error.stack ?? '',
        // The failed items of a job: the sum of them says how many failed, not why.
        ...(error instanceof AggregateError ? { causes: error.errors.slice(0, CAUSES_SHOWN).map(causeOf) } : {}),
      }),
    },
  };
  if (destination) return pino(options, destination);
  // Without a reader of the output nothing can be reported there, and nothing else depends on it.
  if (!process.stdout.listeners('error').includes(ignoreLostReader)) process.stdout.on('error', ignoreLostReader);
  return pino(options, createLogOutput(process.stdout.fd));
}

const CAUSES_SHOWN = 5;
const causeOf = (cause: unknown) => {
  const { name, code, message } = cause as Error & { code?: string };
  return { type: name, code, message };
};

const ignoreLostReader = () => undefined;

/** Proxies and supervisors request these every second: only failures are logged. */
const watched = new Set(['/healthz', '/servingz', '/readyz']);

/** One line per request, when it is over: route, status and duration. */
export class RequestLog extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    const line = { req: request, res: reply, responseTime: reply.elapsedTime };
    if (error) reply.log.error({ ...line, err: error }, 'answer failed');
    else if (reply.statusCode < 400 && watched.has(request.routeOptions.url ?? '')) return;
    else reply.log.info(line, 'answered');
  }

  override streamError(error: Error & { code?: string }, request: FastifyRequest, reply: FastifyReply): void {
    const line = { req: request, responseTime: reply.elapsedTime };
    if (error.code === 'ERR_STREAM_PREMATURE_CLOSE') {
      reply.log.info(line, 'the client left');
      return;
    }
    // The status that was sent cannot change any more; the metrics count the answer as failed.
    reply.raw.statusCode = 500;
    reply.log.error({ ...line, err: error }, 'an answer broke off');
  }
}
