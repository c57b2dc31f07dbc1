import type { FastifyReply } from 'fastify';
import type { openPicture } from './pictures.service.ts';

type Opened = Awaited<ReturnType<typeof openPicture>>;

export function sendPicture(reply: FastifyReply, { stream, size, mimeType }: Opened) {
  reply.headers({
    // Few may read it, and it is deleted with its card.
    'cache-control': 'private, max-age=3600',
    'content-type': mimeType,
    'content-length': String(size),
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  });
  return reply.send(stream);
}
