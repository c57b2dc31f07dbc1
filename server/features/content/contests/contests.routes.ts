import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/content/contests.ts';
import type { Deps } from '#server/deps.ts';
import { sendPage } from '#server/http/paging.ts';
import { route } from '#server/http/route.ts';
import * as exams from './contests.service.ts';

const done = { ok: true } as const;

export function examRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.listExams, ({ user }) => exams.listUpcoming(deps, user.id));

  route(app, contract.followExam, async ({ params, user }) => {
    await exams.follow(deps, user.id, params.id, app.sessions);
    return done;
  });

  route(app, contract.unfollowExam, async ({ params, user }) => {
    await exams.unfollow(deps, app.sessions, user.id, params.id);
    return done;
  });

  route(app, contract.listExamsForAdmin, async ({ query, request, reply }) =>
    sendPage(request, reply, await exams.listForAdmin(deps, query)),
  );

  route(app, contract.getExamForAdmin, ({ params }) => exams.readForAdmin(deps, params.id));

  route(app, contract.createExam, async ({ body, reply }) => {
    const { exam, isNew } = await exams.addExam(deps, body);
    if (isNew) reply.code(201);
    return exam;
  });

  route(app, contract.updateExam, ({ params, body }) => exams.changeExam(deps, app.sessions, params.id, body));

  route(app, contract.deleteExam, async ({ params, user }) => {
    await exams.removeExam(deps, app.sessions, user.id, params.id);
    return done;
  });
}
