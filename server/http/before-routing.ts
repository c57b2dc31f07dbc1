import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ErrorCode, errorStatus } from '#contract/errors.ts';
import { AppError, sendError } from './errors.ts';

/** Refusals of Node's parser, by its error code: there is no request yet, so no hook runs. */
const refusals: Record<string, { status: number; code: ErrorCode; message: string }> = {
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: errorStatus.request_timeout,
    code: 'request_timeout',
    message: 'O pedido demorou demais para chegar. Tente de novo.',
  },
  HPE_HEADER_OVERFLOW: { status: 431, code: 'bad_request', message: 'O cabeçalho do pedido é grande demais.' },
};
const notUnderstood = {
  status: errorStatus.bad_request,
  code: 'bad_request',
  message: 'Não foi possível entender o pedido.',
};

const jsonHeaders = (body: string): Record<string, string> => ({
  'content-type': 'application/json; charset=utf-8',
  'content-length': String(Buffer.byteLength(body)),
  'cache-control': 'no-store',
});

/** How many Host headers a request carries: names and values alternate. */
const hostsOf = ({ rawHeaders }: IncomingMessage): number =>
  rawHeaders.filter((name, at) => at % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host').length;

/** Gives answers before routing the same headers and format as all others. `newId` creates request ids. */
export function beforeRouting(newId: () => string) {
  let headers: Record<string, string> = {};

  /** Bytes that are not HTTP, headers that never end or are too large. */
  const clientErrorHandler = (error: Error & { code?: string }, socket: Socket): void => {
    const { status, code, message } = refusals[error.code ?? ''] ?? notUnderstood;
    // A second answer would garble one that is already being sent.
    const { _httpMessage: answer } = socket as { _httpMessage?: ServerResponse };
    if (error.code !== 'ECONNRESET' && socket.writable && !answer?.headersSent) {
      const body = JSON.stringify({ code, message, requestId: newId() });
      const lines = Object.entries({
        ...headers,
        ...jsonHeaders(body),
        connection: 'close',
      }).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
    }
    socket.destroySoon();
  };

  /** An address that cannot be decoded, or a part of it that is too long. */
  const frameworkErrors = (error: Error, request: FastifyRequest, reply: FastifyReply): void => {
    reply.headers(headers).header('X-Request-Id', request.id);
    sendError(error, request, reply);
  };

  /** Replaces the answers that Node sends itself, without our headers. */
  const replaceNodesAnswers = (app: FastifyInstance, securityHeaders: Record<string, string>) => {
    headers = securityHeaders;
    app.server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
      const { code, message } = notUnderstood;
      const body = JSON.stringify({ code, message, requestId: newId() });
      response.writeHead(417, { ...headers, ...jsonHeaders(body), connection: 'close' }).end(body);
    });
    app.addHook('onRequest', (request, _reply, done) => {
      const hosts = hostsOf(request.raw);
      const isMissing = hosts === 0 && request.raw.httpVersion === '1.1';
      // Node uses the first Host header, a proxy before us may use the last.
      done(isMissing || hosts > 1 ? new AppError('bad_request', notUnderstood.message) : undefined);
    });
  };

  return { options: { clientErrorHandler, frameworkErrors, http: { requireHostHeader: false } }, replaceNodesAnswers };
}
