import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/exams/quiz-authoring.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import {
  createQuiz,
  deleteQuiz,
  listAuthoredQuizzes,
  publishQuiz,
  readAuthoredQuiz,
  unpublishQuiz,
} from './authoring.service.ts';
import { saveDraft } from './drafts.service.ts';

export function quizAuthoringRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.listAuthoredQuizzes, ({ query, user }) => listAuthoredQuizzes(deps, user, query));

  route(app, contract.createQuiz, ({ body, user }) => createQuiz(deps, user, body));

  route(app, contract.getAuthoredQuiz, ({ params, user }) => readAuthoredQuiz(deps, user, params.id));

  route(app, contract.saveQuiz, ({ params, body, user }) => saveDraft(deps, user, params.id, body));

  route(app, contract.publishQuiz, ({ params, body, user }) => publishQuiz(deps, user, params.id, body.revision));

  route(app, contract.unpublishQuiz, ({ params, user }) => unpublishQuiz(deps, user, params.id));

  route(app, contract.deleteQuiz, ({ params, user }) => deleteQuiz(deps, user, params.id));
}
