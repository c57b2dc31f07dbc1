import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import type { EndpointSpec } from '#contract/endpoint.ts';
import { type ErrorBody, type ErrorCode, type ErrorExtras, errorStatus } from '#contract/errors.ts';
import { errorCodesOf } from '#contract/refusals.ts';
import { FilesUnavailable } from '#server/files/unavailable.ts';
import { answerWithoutHooks, dropFailedHeaders, internalMessage } from './failed-answers.ts';
import { warnOfRefusal } from './sampled-warnings.ts';

/** The one way to refuse a request: a code of the contract and a sentence for people. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: Record<string, string> | undefined;
  readonly extras: ErrorExtras;

  constructor(code: ErrorCode, message: string, more: { fields?: Record<string, string> } & ErrorExtras = {}) {
    super(message);
    const { fields, ...extras } = more;
    this.code = code;
    this.fields = fields;
    this.extras = extras;
  }
}

export const notFound = (message = 'Não encontrado.') => new AppError('not_found', message);
export const unauthorized = (extras: Pick<ErrorExtras, 'ended'> = {}) =>
  new AppError('unauthorized', 'Unauthorized', extras);
export const forbidden = () => new AppError('forbidden', 'Você não tem permissão para esta ação.');

/** One field is wrong: the message is in the body and at the field. */
export const wrongField = (field: string, message: string, code: ErrorCode = 'bad_request') =>
  new AppError(code, message, { fields: { [field]: message } });

/** What a search finds, or the refusal where it finds nothing. */
export async function requireFound<T>(search: Promise<T>, refusal: () => AppError): Promise<NonNullable<T>> {
  const found = await search;
  if (!found) throw refusal();
  return found;
}

/** A failed parse as a 400 that names each field once. */
export function badRequest(issues: readonly z.core.$ZodIssue[]): AppError {
  const fields: Record<string, string> = {};
  for (const issue of issues) fields[issue.path.join('.') || 'body'] ??= issue.message;
  return new AppError('bad_request', 'Confira os dados enviados.', { fields });
}

/** Errors of Fastify that the client caused, with our messages. */
const clientFaults: Record<string, { code: ErrorCode; message: string }> = {
  FST_ERR_CTP_BODY_TOO_LARGE: { code: 'too_large', message: 'O conteúdo enviado é grande demais.' },
  FST_REQ_FILE_TOO_LARGE: { code: 'too_large', message: 'O arquivo enviado é grande demais.' },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: { code: 'unsupported_type', message: 'Formato de conteúdo não aceito.' },
};

function asAppError(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  const { code, statusCode } = error as Partial<FastifyError>;
  const known = code === undefined ? undefined : clientFaults[code];
  if (known) return new AppError(known.code, known.message);
  if (statusCode === 404) return notFound();
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new AppError('bad_request', 'Não foi possível entender o pedido.');
  }
  return isOutage(error) ? new AppError('unavailable', 'Estamos fora do ar por um instante. Tente de novo.') : null;
}

/** PostgreSQL is down, starting, read-only, out of connections, out of disk or too slow: the client may retry. */
const outages = new Set(
  '57P01 57P02 57P03 57014 53100 53200 53300 08000 08001 08003 08004 08006 55P03 40001 40P01 25P03 25006 0A000'.split(
    ' ',
  ),
);
const lostConnections = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH']);

/** The database or the file store is down, independently of this request: it may be sent again. */
export function isOutage(error: unknown): boolean {
  if (error instanceof FilesUnavailable) return true;
  const { code = '', message = '', syscall, severity } = error as NodeJS.ErrnoException & { severity?: string };
  // PgBouncer's error when it has no server for us. PostgreSQL's own 08P01 is a protocol error of ours.
  if (code === '08P01') return severity === 'FATAL';
  // The socket of a PostgreSQL that is not running.
  if (code === 'ENOENT') return syscall === 'connect';
  return (
    outages.has(code) ||
    lostConnections.has(code) ||
    /^(timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client has encountered a connection error)|is not currently accepting connections$/.test(
      message,
    )
  );
}

/** Turns a failure of the file store into the caller's message: `store(…).catch(asUnavailable('…'))`. */
export const asUnavailable =
  (message: string) =>
  (error: unknown): never => {
    if (!(error instanceof FilesUnavailable)) throw error;
    // With its cause: this is an outage and is logged as one.
    throw Object.assign(new AppError('unavailable', message), { cause: error });
  };

export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  // The client left. An error caused by that is not ours, and an answer would not be read.
  if (reply.raw.destroyed) {
    request.log.info({ req: request }, 'the client left');
    return reply.hijack();
  }
  const known = asAppError(error);
  // Intended refusals are sampled in the log.
  if (error instanceof AppError && error.code === 'unavailable' && !error.cause)
    warnOfRefusal(request.server.log, error.message);
  else if (!known || known.code === 'unavailable') request.log.error({ err: error }, 'request failed');
  const { code, message, fields, extras } = known ?? new AppError('internal', internalMessage);
  dropFailedHeaders(reply);
  const retryAfter = extras.retryAfter ?? (code === 'unavailable' ? 2 : undefined);
  if (retryAfter !== undefined) reply.header('Retry-After', String(Math.ceil(retryAfter)));
  const body: ErrorBody = { code, message, ...(fields ? { fields } : {}), ...extras, requestId: request.id };
  return reply
    .code(errorStatus[code])
    .type('application/json; charset=utf-8')
    .header('Cache-Control', 'no-store')
    .send(body);
}

/** Called when a call answers with a code that the contract does not list for it. */
export type ReportUnlisted = (fault: { call: string; code: ErrorCode }) => void;

export function handleErrors(
  app: FastifyInstance,
  tellUnlisted: ReportUnlisted = (fault) => app.log.warn(fault, 'a code that the call does not list'),
): void {
  const answered = new WeakSet<FastifyRequest>();
  const answer: ErrorHandler = (error, request, reply) => {
    // The second error of a request comes from its error answer.
    if (answered.has(request)) return answerWithoutHooks(error, request, reply);
    answered.add(request);
    const { endpoint } = request.routeOptions.config as { endpoint?: EndpointSpec };
    const code = asAppError(error)?.code ?? 'internal';
    if (endpoint && !errorCodesOf(endpoint).includes(code)) {
      tellUnlisted({ call: `${endpoint.method} ${endpoint.path}`, code });
    }
    return sendError(error, request, reply);
  };
  // Fastify asks the handler of the route, then that of the app, and then answers by itself with the exception's text.
  // With both, no answer is left to it.
  app.setErrorHandler(answer);
  app.addHook('onRoute', (route) => {
    route.errorHandler = answer;
  });
  const notFoundOptions: { errorHandler: ErrorHandler } = { errorHandler: answer };
  app.setNotFoundHandler(notFoundOptions as object, (request, reply) => sendError(notFound(), request, reply));
}

type ErrorHandler = (error: Error, request: FastifyRequest, reply: FastifyReply) => unknown;
