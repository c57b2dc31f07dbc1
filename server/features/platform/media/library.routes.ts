import type { FastifyInstance } from 'fastify';
import { deleteImage, describeImage, listImages } from '#contract/platform/media-library.ts';
import type { Deps } from '#server/deps.ts';
import { sendPage } from '#server/http/paging.ts';
import { route } from '#server/http/route.ts';
import { describe, listLibrary, removeImage } from './library.service.ts';

const done = { ok: true } as const;

export function mediaLibraryRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, listImages, async ({ query, user, request, reply }) =>
    sendPage(request, reply, await listLibrary(deps, user, query)),
  );

  route(app, describeImage, async ({ params, body, user }) => {
    await describe(deps, user, params.id, body.alt);
    return done;
  });

  route(app, deleteImage, async ({ params, user }) => {
    await removeImage(deps, user, params.id);
    return done;
  });
}
