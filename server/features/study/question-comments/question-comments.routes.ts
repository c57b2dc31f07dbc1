import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/study/question-comments.ts';
import type { Deps } from '#server/deps.ts';
import { sendPage } from '#server/http/paging.ts';
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
  route(app, contract.addQuestionComment, async ({ params, body, user, reply }) => {
    const made = await write(deps, user, params.id, body);
    if (made.isNew) reply.code(201);
    return made.reply;
  });
  route(app, contract.editQuestionComment, ({ params, body, user }) => edit(deps, user, params.id, body.body));
  route(app, contract.deleteQuestionComment, ({ params, user }) => remove(deps, user, params.id));
  route(app, contract.voteQuestionComment, ({ params, body, user }) => vote(deps, user, params.id, body.helped));
  route(app, contract.reportQuestionComment, ({ params, user }) => report(deps, user, params.id));
  route(app, contract.listReportedComments, async ({ query, user, request, reply }) =>
    sendPage(request, reply, await listQueue(deps, user, query)),
  );
  route(app, contract.decideQuestionComment, ({ params, body, user }) => decide(deps, user, params.id, body));
  route(app, contract.sealQuestionComment, ({ params, body, user }) => seal(deps, user, params.id, body));
  route(app, contract.decideOwnCommentCitation, async ({ params, body, user }) => {
    await decideOwnQuote(deps, user, params.id, body);
    return { ok: true } as const;
  });
  route(app, contract.decideCommentCitation, async ({ params, body, user }) => {
    await decideQuote(deps, user, params.id, body);
    return { ok: true } as const;
  });
}
