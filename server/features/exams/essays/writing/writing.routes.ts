import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/exams/essays.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { finishEssayBreak, startEssayBreak } from './breaks.service.ts';
import { begin, deliver, listOpen, listReturned, readEssay, readOpenTheme, save } from './writing.service.ts';

export function essayRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.listThemes, ({ query, user }) => listOpen(deps, user, query));
  route(app, contract.getTheme, ({ params, user }) => readOpenTheme(deps, user, params.id));
  route(app, contract.beginEssay, ({ params, body, user }) => begin(deps, user, params.id, body));
  route(app, contract.listReturnedEssays, ({ user }) => listReturned(deps, user));
  route(app, contract.getEssay, ({ params, user }) => readEssay(deps, user, params.id));
  route(app, contract.saveEssay, ({ params, body, user }) => save(deps, user, params.id, body));
  route(app, contract.beginEssayBreak, ({ params, user }) => startEssayBreak(deps, user, params.id));
  route(app, contract.endEssayBreak, ({ params, user }) => finishEssayBreak(deps, user, params.id));
  route(app, contract.deliverEssay, ({ params, body, user }) => deliver(deps, user, params.id, body));
}
