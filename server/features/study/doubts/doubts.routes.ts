import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/study/doubts.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { ask, close, edit, listAbout, report } from './doubts.service.ts';
import { answer, listQueue, moderate } from './doubts-queue.service.ts';

export function doubtRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.listQuestionDoubts, ({ params, user }) => listAbout(deps, user, { questionId: params.id }));
  route(app, contract.listLessonDoubts, ({ params, user }) => listAbout(deps, user, { lessonId: params.id }));
  route(app, contract.askAboutQuestion, ({ params, body, user }) => ask(deps, user, { questionId: params.id }, body));
  route(app, contract.askAboutLesson, ({ params, body, user }) => ask(deps, user, { lessonId: params.id }, body));
  route(app, contract.editDoubt, ({ params, body, user }) => edit(deps, user, params.id, body.body));
  route(app, contract.closeDoubt, ({ params, user }) => close(deps, user, params.id));
  route(app, contract.reportDoubt, ({ params, user }) => report(deps, user, params.id));
  route(app, contract.listDoubts, ({ query, user }) => listQueue(deps, user, query));
  route(app, contract.answerDoubt, ({ params, body, user }) => answer(deps, user, params.id, body));
  route(app, contract.moderateDoubt, ({ params, body, user }) => moderate(deps, user, params.id, body.isHidden));
}
