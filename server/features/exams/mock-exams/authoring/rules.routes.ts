import type { FastifyInstance } from 'fastify';
import { getRules, saveRules } from '#contract/exams/exam-rules.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { readRules, saveRulesOf } from './rules.service.ts';

export function quizRulesRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, getRules, ({ params, user }) => readRules(deps, user, params.id));
  route(app, saveRules, ({ params, body, user }) => saveRulesOf(deps, user, params.id, body));
}
