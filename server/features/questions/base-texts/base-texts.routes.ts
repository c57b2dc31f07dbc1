import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/questions/base-texts.ts';
import type { Deps } from '#server/deps.ts';
import { sendPage } from '#server/http/paging.ts';
import { route } from '#server/http/route.ts';
import { createText, listTexts, readText, removeText, saveText } from './base-texts.service.ts';

export function baseTextRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.listBaseTexts, async ({ query, user, request, reply }) =>
    sendPage(request, reply, await listTexts(deps, user, query)),
  );
  route(app, contract.createBaseText, async ({ body, user, reply }) => {
    const { isNew, text } = await createText(deps, user, body);
    if (isNew) reply.code(201);
    return text;
  });
  route(app, contract.getBaseText, ({ params, user }) => readText(deps.db, user, params.id));
  route(app, contract.saveBaseText, ({ params, body, user }) => saveText(deps, user, params.id, body));
  route(app, contract.deleteBaseText, async ({ params, user }) => {
    await removeText(deps, user, params.id);
    return { ok: true as const };
  });
}
