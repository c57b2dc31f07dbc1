import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/exams/essay-regrading.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { regrade } from './regrading.service.ts';

export function essayRegradingRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.regradeEssays, ({ params, body, user }) => regrade(deps, user, params.id, body));
}
