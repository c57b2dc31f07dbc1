import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/content/captions.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { captionFileOf, captionsOf, save, withoutCaptions } from './captions.service.ts';

export function captionRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.getCaptions, ({ params, user }) => captionsOf(deps, user, params.id));
  route(app, contract.getCaptionFile, async ({ params, user, reply }) =>
    reply
      .headers({
        'content-disposition': `attachment; filename="legendas-${params.id}.vtt"`,
        'content-security-policy': "sandbox; default-src 'none'",
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-store',
      })
      .type('text/vtt; charset=utf-8')
      .send(await captionFileOf(deps, user, params.id)),
  );
  route(app, contract.saveCaptions, ({ params, body, user }) => save(deps, user, params.id, body));
  route(app, contract.listUncaptioned, ({ user }) => withoutCaptions(deps, user));
}
