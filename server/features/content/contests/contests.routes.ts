import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/content/contests.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import * as exams from './contests.service.ts';

export function examRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.listExams, ({ user }) => exams.listUpcoming(deps, user.id));

  route(app, contract.followExam, ({ params, user }) => exams.follow(deps, user.id, params.id, app.sessions));

  route(app, contract.unfollowExam, ({ params, user }) => exams.unfollow(deps, app.sessions, user.id, params.id));

  route(app, contract.listExamsForAdmin, ({ query }) => exams.listForAdmin(deps, query));

  route(app, contract.getExamForAdmin, ({ params }) => exams.readForAdmin(deps, params.id));

  route(app, contract.createExam, ({ body }) => exams.addExam(deps, body));

  route(app, contract.updateExam, ({ params, body }) => exams.changeExam(deps, app.sessions, params.id, body));

  route(app, contract.deleteExam, ({ params, user }) => exams.removeExam(deps, app.sessions, user.id, params.id));
}
