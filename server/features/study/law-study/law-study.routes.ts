import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/study/law-study.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { beginArticlePractice, readArticleQuestions } from './article-questions.service.ts';
import { readQuestionLinks } from './law-study.service.ts';

export function lawStudyRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.listQuestionLaws, ({ params, user }) => readQuestionLinks(deps, user, params.id));
  route(app, contract.listArticleQuestions, ({ params, user }) => readArticleQuestions(deps, user, params));
  route(app, contract.startArticlePractice, ({ params, body, user }) => beginArticlePractice(deps, user, params, body));
}
