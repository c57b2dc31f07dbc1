import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/questions/base-texts.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { createText, listTexts, readText, removeText, saveText } from './base-texts.service.ts';

export function baseTextRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.listBaseTexts, ({ query, user }) => listTexts(deps, user, query));
  route(app, contract.createBaseText, ({ body, user }) => createText(deps, user, body));
  route(app, contract.getBaseText, ({ params, user }) => readText(deps.db, user, params.id));
  route(app, contract.saveBaseText, ({ params, body, user }) => saveText(deps, user, params.id, body));
  route(app, contract.deleteBaseText, ({ params, user }) => removeText(deps, user, params.id));
}
