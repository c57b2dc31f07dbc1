import type { FastifyInstance } from 'fastify';
import { IMAGE_MAX_BYTES } from '#contract/limits.ts';
import { copyImage, uploadImage } from '#contract/platform/media.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { readForm, withUploads } from '#server/http/uploads.ts';
import { fetchImage } from './fetched-image.service.ts';
import { addImage } from './media.service.ts';

const rules = { maxBytes: IMAGE_MAX_BYTES, tooLarge: 'A imagem deve ter no máximo 10 MB.' };

export async function mediaRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  await withUploads(app, (scope) => {
    route(scope, uploadImage, async ({ user, request, reply }) => {
      const { file, fields } = await readForm(request, reply, rules);
      return addImage(deps, user, file, fields.name ?? '');
    });
  });

  route(app, copyImage, ({ body, user }) => fetchImage(deps, user, body.address));
}
