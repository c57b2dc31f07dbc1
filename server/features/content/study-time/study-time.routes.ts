import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/content/study-time.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { changeGoal, readWeek } from './study-time.service.ts';

export function studyTimeRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.getStudyTime, ({ user }) => readWeek(deps, user.id));

  route(app, contract.setWeeklyGoal, ({ user, body }) => changeGoal(deps, user.id, body.hours));
}
