import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/exams/essays.ts';
import type { Deps } from '#server/deps.ts';
import { sendPage } from '#server/http/paging.ts';
import { route } from '#server/http/route.ts';
import { finishEssayBreak, startEssayBreak } from './breaks.service.ts';
import { begin, deliver, listOpen, listReturned, readEssay, readOpenTheme, save } from './writing.service.ts';

export function essayRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.listThemes, async ({ query, user, request, reply }) =>
    sendPage(request, reply, await listOpen(deps, user, query)),
  );
  route(app, contract.getTheme, ({ params, user }) => readOpenTheme(deps, user, params.id));
  route(app, contract.beginEssay, async ({ params, body, user, reply }) => {
    const { isNew, essay } = await begin(deps, user, params.id, body);
    if (isNew) reply.code(201);
    return essay;
  });
  route(app, contract.listReturnedEssays, ({ user }) => listReturned(deps, user));
  route(app, contract.getEssay, ({ params, user }) => readEssay(deps, user, params.id));
  route(app, contract.saveEssay, ({ params, body, user }) => save(deps, user, params.id, body));
  route(app, contract.beginEssayBreak, ({ params, user }) => startEssayBreak(deps, user, params.id));
  route(app, contract.endEssayBreak, ({ params, user }) => finishEssayBreak(deps, user, params.id));
  route(app, contract.deliverEssay, ({ params, body, user }) => deliver(deps, user, params.id, body));
}
