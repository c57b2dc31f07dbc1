import type { FastifyInstance } from 'fastify';
import { getImage } from '#contract/platform/media.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import type { JudgeImage } from './image-readers.ts';
import { openImageFor } from './media.service.ts';

export function imageRoutes(app: FastifyInstance, deps: Deps, judge: JudgeImage): void {
  route(app, getImage, async ({ params, user, request, reply }) => {
    const { reading, mimeType, read } = await openImageFor(deps, user, params.id, judge);
    const etag = `"media-${params.id}"`;
    reply.headers({
      // An address never changes its content, but the right to read it ends: the judgement is asked again every hour.
      'cache-control': reading === 'secret' ? 'no-store' : 'private, max-age=3600',
      etag,
      'content-type': mimeType,
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    const { stream, size } = await read();
    return reply.header('content-length', String(size)).send(stream);
  });
}
