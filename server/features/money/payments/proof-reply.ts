import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { extensionOf } from '#server/files/extension-of.ts';

type OpenedProof = { stream: Readable; size: number; type: string; name: string };

/** Browsers draw these themselves; everything else is handed over as a file. */
const inline = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif', 'application/pdf']);

/**
 * A stranger's file from our own address: no guessing of its type, no origin, no script, no frame but ours, and no
 * copy of a bank receipt left in a cache.
 */
export function sendProof(reply: FastifyReply, proof: OpenedProof): FastifyReply {
  const disposition = inline.has(proof.type) ? 'inline' : 'attachment';
  return reply
    .headers({
      'content-type': proof.type,
      'content-length': String(proof.size),
      'content-disposition': `${disposition}; filename="${proof.name}.${extensionOf(proof.type)}"`,
      'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'",
      'x-frame-options': 'SAMEORIGIN',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, no-store',
    })
    .send(proof.stream);
}
