import type { FastifyInstance } from 'fastify';
import { IMAGE_MAX_BYTES } from '#contract/limits.ts';
import * as contract from '#contract/study/cards.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { sendPicture } from '#server/http/send-files.ts';
import { readForm, withUploads } from '#server/http/uploads.ts';
import { changeCard, changeState, makeCard, pageCards, readCard, readCardTopics, removeCard } from './cards.service.ts';
import { addPicture, openPicture, pictureCaching } from './pictures.service.ts';

const pictureRules = { maxBytes: IMAGE_MAX_BYTES, tooLarge: 'A imagem deve ter no máximo 10 MB.' };

export async function cardRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  route(app, contract.listCards, ({ query, user }) => pageCards(deps, user.id, query));
  route(app, contract.listCardTopics, ({ user }) => readCardTopics(deps, user.id));
  route(app, contract.getCard, ({ params, user }) => readCard(deps, user.id, params.id));
  route(app, contract.createCard, ({ body, user }) => makeCard(deps, user, body));
  route(app, contract.updateCard, ({ params, body, user }) => changeCard(deps, user.id, params.id, body));
  route(app, contract.changeCardState, ({ params, body, user }) => changeState(deps, user.id, params.id, body));
  route(app, contract.deleteCard, ({ params, user }) => removeCard(deps, user.id, params.id));
  route(app, contract.getCardPicture, async ({ params, user, reply }) => {
    return sendPicture(reply, await openPicture(deps, user.id, params.id), pictureCaching);
  });
  await withUploads(app, (scope) => {
    route(scope, contract.uploadCardPicture, async ({ user, request, reply }) => {
      const { file } = await readForm(request, reply, pictureRules);
      return addPicture(deps, user.id, file);
    });
  });
}
