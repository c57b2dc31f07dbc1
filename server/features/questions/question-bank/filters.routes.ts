import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/questions/question-filters.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { forgetFilter, readFilters, saveOwnFilter } from './filters.service.ts';

export async function questionFilterRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  route(app, contract.listQuestionFilters, ({ user }) => readFilters(deps, user));
  route(app, contract.saveQuestionFilter, ({ body, user }) => saveOwnFilter(deps, user, body));
  route(app, contract.deleteQuestionFilter, ({ params, user }) => forgetFilter(deps, user, params.id));
}
