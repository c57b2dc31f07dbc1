import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/questions/question-laws.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import * as laws from './question-laws.service.ts';

export function questionLawRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.getQuestionLaws, ({ params, user }) => laws.readQuestionLaws(deps, user, params.id));
  route(app, contract.decideQuestionCitation, ({ params, body, user }) =>
    laws.decideCitation(deps, user, params.id, body),
  );
  route(app, contract.setQuestionArticle, ({ params, body, user }) => laws.setArticle(deps, user, params.id, body));
  route(app, contract.listLawSuggestions, ({ params }) => laws.suggestForQuestion(deps, params.id));
}
