import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/study/question-reports.ts';
import type { Deps } from '#server/deps.ts';
import { sendPage } from '#server/http/paging.ts';
import { route } from '#server/http/route.ts';
import { decide, listReported, readAnsweredQuestion, report } from './question-reports.service.ts';

export function questionReportRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.getAnsweredQuestion, ({ params, query, user }) =>
    readAnsweredQuestion(deps, user, params.id, query),
  );
  route(app, contract.reportQuestion, async ({ params, body, user, reply }) => {
    const { isNew, report: made } = await report(deps, user, params.id, body);
    if (isNew) reply.code(201);
    return made;
  });
  route(app, contract.listReportedQuestions, async ({ query, user, request, reply }) =>
    sendPage(request, reply, await listReported(deps, user, query)),
  );
  route(app, contract.decideReports, ({ params, body, user }) => decide(deps, user, params.id, body));
}
