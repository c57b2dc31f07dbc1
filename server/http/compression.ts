import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { chooseEncoding } from './pages-ready.ts';

/** Below this a packet more or less makes no difference. */
export const COMPRESSED_FROM = 1024;

const isText = /^(application\/(json|problem\+json|openapi\+json|xml|javascript)|text\/|image\/svg\+xml)/;

/**
 * A page of another site may send requests with attacker-chosen text on a person's behalf. From the size of a
 * compressed answer it could guess a secret beside that text (BREACH), so such a request gets its answer plain.
 */
const isFromAnotherSite = (request: FastifyRequest): boolean => {
  const site = request.headers['sec-fetch-site'];
  return site === 'cross-site' || site === 'same-site';
};

type Body = string | Buffer;

/** The body of an answer that has no encoding yet and gains by one. Streams and stored bytes are sent as they are. */
function compressibleBody(request: FastifyRequest, reply: FastifyReply, payload: unknown): Body | undefined {
  if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return undefined;
  if (Buffer.byteLength(payload) < COMPRESSED_FROM) return undefined;
  if (reply.hasHeader('content-encoding') || reply.hasHeader('content-range') || request.method === 'HEAD') {
    return undefined;
  }
  return isText.test(String(reply.getHeader('content-type') ?? '')) ? payload : undefined;
}

/** Cheapest first by measure (320). Both run in the thread pool, off the event loop. */
const compress = {
  br: (body: Body, done: (error: Error | null, bytes: Buffer) => void) =>
    brotliCompress(
      body,
      {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: 1,
          [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(body),
        },
      },
      done,
    ),
  gzip: (body: Body, done: (error: Error | null, bytes: Buffer) => void) => gzip(body, { level: 1 }, done),
};

/** Compresses answers that are made for one request. */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const body = compressibleBody(request, reply, payload);
    if (body === undefined) return done(null, payload);
    addVary(reply);
    const encoding = isFromAnotherSite(request) ? 'identity' : chooseEncoding(request.headers['accept-encoding']);
    if (encoding === 'identity') return done(null, payload);
    compress[encoding](body, (error, bytes) => {
      if (error) return done(error);
      reply.header('Content-Encoding', encoding).removeHeader('content-length');
      // Other bytes than those that a strong tag names.
      const etag = reply.getHeader('etag');
      if (typeof etag === 'string' && !etag.startsWith('W/')) reply.header('ETag', `W/${etag}`);
      done(null, bytes);
    });
  });
}

function addVary(reply: FastifyReply): void {
  const before = [reply.getHeader('vary') ?? []].flat().join(', ');
  if (!/accept-encoding/i.test(before)) {
    reply.header('Vary', before ? `${before}, Accept-Encoding` : 'Accept-Encoding');
  }
}
