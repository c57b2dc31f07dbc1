import { validateHeaderName, validateHeaderValue } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ErrorBody, errorStatus } from '#contract/errors.ts';

/** Headers that describe the answer that could not be sent. The error that is sent in its place has none of them. */
const ofTheAnswer = new Set([
  'accept-ranges',
  'content-disposition',
  'content-encoding',
  'content-length',
  'content-range',
  'content-type',
  'etag',
  'last-modified',
  'link',
  'location',
  'trailer',
  'transfer-encoding',
]);

function isValid(name: string, value: unknown): boolean {
  try {
    validateHeaderName(name);
    for (const one of [value].flat()) validateHeaderValue(name, String(one));
    return true;
  } catch {
    return false;
  }
}

/** Removes the headers of a failed answer, and every header that Node would refuse to write. */
export function dropFailedHeaders(reply: FastifyReply): void {
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (ofTheAnswer.has(name) || !isValid(name, value)) reply.removeHeader(name);
  }
}

export const internalMessage = 'Algo deu errado do nosso lado. Tente de novo em instantes.';

/**
 * Answers without hooks and serializers, because one of them has failed the error answer itself. Fastify would send the
 * text of the exception in another form.
 */
export function answerWithoutHooks(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  request.log.error({ err: error }, 'an error could not be answered');
  const { raw } = reply;
  reply.hijack();
  if (raw.headersSent || raw.destroyed) {
    raw.destroy();
    return;
  }
  dropFailedHeaders(reply);
  const body: ErrorBody = { code: 'internal', message: internalMessage, requestId: request.id };
  const text = JSON.stringify(body);
  raw
    .writeHead(errorStatus.internal, {
      // Only numbers, strings and lists of strings are left: all else was dropped.
      ...(reply.getHeaders() as Record<string, string | number | string[]>),
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(text)),
      'cache-control': 'no-store',
      'x-request-id': request.id,
      // The body of the request may not have been read.
      connection: 'close',
    })
    .end(text);
}
