import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/study/question-comments.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { decide, decideQuote, listQueue, seal } from './comment-queue.service.ts';
import {
  countBelow,
  decideOwnQuote,
  edit,
  listBelow,
  remove,
  report,
  vote,
  write,
} from './question-comments.service.ts';

export function questionCommentRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.listQuestionComments, ({ params, query, user }) => listBelow(deps, user, params.id, query));
  route(app, contract.countQuestionComments, ({ params, user }) => countBelow(deps, user, params.id));
  route(app, contract.addQuestionComment, ({ params, body, user }) => write(deps, user, params.id, body));
  route(app, contract.editQuestionComment, ({ params, body, user }) => edit(deps, user, params.id, body.body));
  route(app, contract.deleteQuestionComment, ({ params, user }) => remove(deps, user, params.id));
  route(app, contract.voteQuestionComment, ({ params, body, user }) => vote(deps, user, params.id, body.helped));
  route(app, contract.reportQuestionComment, ({ params, user }) => report(deps, user, params.id));
  route(app, contract.listReportedComments, ({ query, user }) => listQueue(deps, user, query));
  route(app, contract.decideQuestionComment, ({ params, body, user }) => decide(deps, user, params.id, body));
  route(app, contract.sealQuestionComment, ({ params, body, user }) => seal(deps, user, params.id, body));
  route(app, contract.decideOwnCommentCitation, ({ params, body, user }) =>
    decideOwnQuote(deps, user, params.id, body),
  );
  route(app, contract.decideCommentCitation, ({ params, body, user }) => decideQuote(deps, user, params.id, body));
}
