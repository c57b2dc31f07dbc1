import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/exams/essay-reviews.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { ask, decide } from './reviews.service.ts';

export function essayReviewRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.askReview, ({ params, body, user }) => ask(deps, user, params.id, body.reason));
  route(app, contract.decideReview, ({ params, body, user }) => decide(deps, user, params.id, body));
}
