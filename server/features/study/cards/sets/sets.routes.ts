import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/study/card-sets.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { sendPicture } from '#server/http/send-files.ts';
import { pictureCaching } from '../pictures.service.ts';
import { openSetPicture } from './set-pictures.service.ts';
import { changeSet, copySet, listAuthored, listOffered, makeSet, readSet, removeSet } from './sets.service.ts';

export function cardSetRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.listCardSets, ({ user }) => listOffered(deps, user));
  route(app, contract.copyCardSet, ({ params, user }) => copySet(deps, user, params.id));
  route(app, contract.listAuthoredCardSets, ({ user }) => listAuthored(deps, user));
  route(app, contract.getAuthoredCardSet, ({ params, user }) => readSet(deps.db, user, params.id));
  route(app, contract.getCardSetPicture, async ({ params, user, reply }) =>
    sendPicture(reply, await openSetPicture(deps, user, params.id, params.hash), pictureCaching),
  );
  route(app, contract.createCardSet, ({ body, user }) => makeSet(deps, user, body));
  route(app, contract.updateCardSet, ({ params, body, user }) => changeSet(deps, user, params.id, body));
  route(app, contract.deleteCardSet, ({ params, user }) => removeSet(deps, user, params.id));
}
