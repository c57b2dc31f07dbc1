import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/study/question-lists.ts';
import * as shared from '#contract/study/shared-question-lists.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { addQuestions, moveQuestion, practise, print, removeQuestion, restart } from './list-items.service.ts';
import {
  changeList,
  createList,
  deleteList,
  listOwnLists,
  listTopics,
  readList,
  shareList,
  unshareList,
} from './question-lists.service.ts';
import { copyOffered, copyShared, listOfferedTo, offerTo, readShared } from './shared-lists.service.ts';

export function questionListRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.listQuestionLists, ({ query, user }) => listOwnLists(deps, user, query));
  route(app, contract.createQuestionList, ({ body, user }) => createList(deps, user, body));
  route(app, contract.getQuestionList, ({ params, query, user }) => readList(deps, user, params.id, query));
  route(app, contract.listQuestionListTopics, ({ params, user }) => listTopics(deps, user, params.id));
  route(app, contract.changeQuestionList, ({ params, body, user }) => changeList(deps, user, params.id, body));
  route(app, contract.deleteQuestionList, ({ params, user }) => deleteList(deps, user, params.id));
  route(app, contract.addToQuestionList, ({ params, body, user }) => addQuestions(deps, user, params.id, body));
  route(app, contract.removeFromQuestionList, ({ params, user }) =>
    removeQuestion(deps, user, params.id, params.questionId),
  );
  route(app, contract.moveInQuestionList, ({ params, body, user }) =>
    moveQuestion(deps, user, params.id, params.questionId, body.number),
  );
  route(app, contract.practiseQuestionList, ({ params, body, user }) => practise(deps, user, params.id, body));
  route(app, contract.restartQuestionList, ({ params, user }) => restart(deps, user, params.id));
  route(app, contract.printQuestionList, ({ params, query, user }) => print(deps, user, params.id, query));
  route(app, shared.shareQuestionList, ({ params, user }) => shareList(deps, user, params.id));
  route(app, shared.unshareQuestionList, ({ params, user }) => unshareList(deps, user, params.id));
  route(app, shared.getSharedQuestionList, ({ params, user }) => readShared(deps, user, params.token));
  route(app, shared.copySharedQuestionList, ({ params, body, user }) =>
    copyShared(deps, user, params.token, body.creationKey),
  );
  route(app, shared.listOfferedQuestionLists, ({ user }) => listOfferedTo(deps, user));
  route(app, shared.copyOfferedQuestionList, ({ params, body, user }) =>
    copyOffered(deps, user, params.id, body.creationKey),
  );
  route(app, shared.offerQuestionList, ({ params, body, user }) => offerTo(deps, user, params.id, body));
}
