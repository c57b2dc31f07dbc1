import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/exams/quiz-paper.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { printQuiz, readPaper, readPaperStudent, typePaper } from './paper.service.ts';
import { drawPaper } from './paper-draw.service.ts';

export function paperRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.printQuiz, ({ params, user }) => printQuiz(deps, user, params.id));
  route(app, contract.drawPaper, ({ params, body, user }) => drawPaper(deps, user, params.id, body));
  route(app, contract.getPaper, ({ params, user }) => readPaper(deps, user, params.code));
  route(app, contract.findPaperStudent, ({ params, query, user }) =>
    readPaperStudent(deps, user, params.code, query.login),
  );
  route(app, contract.typePaper, ({ params, body, user }) => typePaper(deps, user, params.code, body));
}
