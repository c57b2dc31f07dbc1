import type { FastifyInstance } from 'fastify';
import { getNextStep } from '#contract/study/exam-map.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { readNextStep } from './next-step.service.ts';

export function nextStepRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, getNextStep, ({ query, user }) => readNextStep(deps, user, query));
}
