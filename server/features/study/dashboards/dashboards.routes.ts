import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/study/dashboards.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { readStudentDashboard, readTeacherDashboard } from './dashboards.service.ts';

export function dashboardRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.getStudentDashboard, ({ user }) => readStudentDashboard(deps, user));

  route(app, contract.getTeacherDashboard, ({ user }) => readTeacherDashboard(deps, user));
}
