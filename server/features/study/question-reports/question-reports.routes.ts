import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/study/question-reports.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { decide, listReported, readAnsweredQuestion, report } from './question-reports.service.ts';

export function questionReportRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.getAnsweredQuestion, ({ params, query, user }) =>
    readAnsweredQuestion(deps, user, params.id, query),
  );
  route(app, contract.reportQuestion, ({ params, body, user }) => report(deps, user, params.id, body));
  route(app, contract.listReportedQuestions, ({ query, user }) => listReported(deps, user, query));
  route(app, contract.decideReports, ({ params, body, user }) => decide(deps, user, params.id, body));
}
