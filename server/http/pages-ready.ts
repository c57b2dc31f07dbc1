import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A page that needs no more work per request: bytes in every encoding, validator and headers. */
export type ReadyPage = {
  bodies: { identity: Buffer; gzip: Buffer; br: Buffer };
  etag: string;
  headers: Record<string, string>;
};

/** `quality`: brotli's; pages built at startup may take long, pages built while people wait may not. */
export function readyPage(text: string, headers: Record<string, string>, quality = 11): ReadyPage {
  const identity = Buffer.from(text);
  return {
    bodies: {
      identity,
      gzip: gzipSync(identity, { level: 9 }),
      br: brotliCompressSync(identity, {
        params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length },
      }),
    },
    // Weak: one validator for all encodings of the same page.
    etag: `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
    headers,
  };
}

export type Encoding = 'br' | 'gzip' | 'identity';

/** The encoding we send: brotli before gzip, and neither where the client says q=0. */
export function chooseEncoding(accept: string | undefined): Encoding {
  const accepted = new Map<string, number>();
  for (const part of (accept ?? '').toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim());
    const quality = parameters.find((parameter) => parameter.startsWith('q='));
    accepted.set(name, quality ? Number(quality.slice(2)) : 1);
  }
  const takes = (name: string): boolean => (accepted.get(name) ?? accepted.get('*') ?? 0) > 0;
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : 'identity';
}

export function sendPage(request: FastifyRequest, reply: FastifyReply, page: ReadyPage): FastifyReply {
  reply.headers(page.headers).header('etag', page.etag);
  const known = request.headers['if-none-match']?.split(',').map((tag) => tag.trim());
  if (known?.includes(page.etag) || known?.includes('*')) return reply.code(304).send();
  const encoding = chooseEncoding(request.headers['accept-encoding']);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.send(page.bodies[encoding]);
}
