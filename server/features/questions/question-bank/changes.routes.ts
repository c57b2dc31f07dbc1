import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/questions/question-changes.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { changeMany, readChanges, undoChange } from './changes.service.ts';

export function questionChangeRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.changeQuestions, ({ body, user }) => changeMany(deps, user, body));
  route(app, contract.listQuestionChanges, ({ user }) => readChanges(deps, user));
  route(app, contract.undoQuestionChange, ({ params, user }) => undoChange(deps, user, params.id));
}
