import type { FastifyInstance } from 'fastify';
import { ESSAY_PAGE_FILE_MAX_BYTES } from '#contract/exams/essay-pages.ts';
import * as contract from '#contract/exams/essay-photos.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { sendPicture } from '#server/http/send-files.ts';
import { readForm, withUploads } from '#server/http/uploads.ts';
import { addPages, deliverPages, openPage, removeOne } from './photos.service.ts';

const rules = { maxBytes: ESSAY_PAGE_FILE_MAX_BYTES, tooLarge: 'O arquivo deve ter no máximo 15 MB.' };

export async function essayPhotoRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  await withUploads(app, (scope) => {
    route(scope, contract.addEssayPages, async ({ params, user, request, reply }) =>
      addPages(deps, user, params.id, await readForm(request, reply, rules)),
    );
  });
  route(app, contract.removeEssayPage, ({ params, user }) => removeOne(deps, user, params.id, params.pageId));
  route(app, contract.deliverEssayPages, ({ params, body, user }) => deliverPages(deps, user, params.id, body));
  route(app, contract.getEssayPage, async ({ params, user, reply }) => {
    // The address never changes its content. No name: readers do not learn whose page it is.
    return sendPicture(reply, await openPage(deps, user, params.id), 'private, max-age=600');
  });
}
