import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/school/first-steps.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { readFirstSteps, skipStep } from './first-steps.service.ts';

export function firstStepsRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.getFirstSteps, () => readFirstSteps(deps));
  route(app, contract.skipFirstStep, ({ params, body, user }) => skipStep(deps, user, params.step, body.isSkipped));
}
