import type { FastifyInstance } from 'fastify';
import { deleteImage, describeImage, listImages } from '#contract/platform/media-library.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { describe, listLibrary, removeImage } from './library.service.ts';

export function mediaLibraryRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, listImages, ({ query, user }) => listLibrary(deps, user, query));

  route(app, describeImage, ({ params, body, user }) => describe(deps, user, params.id, body.alt));

  route(app, deleteImage, ({ params, user }) => removeImage(deps, user, params.id));
}
