import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/study/practice.ts';
import * as timed from '#contract/study/timed-practice.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { readPracticeChoices } from './free-practice.service.ts';
import {
  answerInPractice,
  beginPractice,
  finishPractice,
  listOwnPractices,
  readPractice,
  readQuizPractice,
} from './practice.service.ts';
import { readLessonPractice } from './practice-choice.service.ts';
import { beginTimedPractice, readTimedPracticeOffer, saveChoices } from './timed-practice.service.ts';

export function practiceRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.startPractice, ({ body, user }) => beginPractice(deps, user, body));
  route(app, contract.listPractices, ({ user }) => listOwnPractices(deps, user));
  route(app, contract.getPractice, ({ params, user }) => readPractice(deps, user, params.id));
  route(app, contract.answerPractice, ({ params, body, user }) =>
    answerInPractice(deps, user, params.id, body.questionId, body.optionId),
  );
  route(app, contract.finishPractice, ({ params, user }) => finishPractice(deps, user, params.id));
  route(app, contract.getPracticeChoices, ({ query, user }) => readPracticeChoices(deps, user, query));
  route(app, contract.getLessonPractice, ({ params, user }) => readLessonPractice(deps, user, params.id));
  route(app, contract.getQuizPractice, ({ params, user }) => readQuizPractice(deps, user, params.id));
  route(app, timed.getTimedPracticeOffer, ({ user }) => readTimedPracticeOffer(deps, user));
  route(app, timed.startTimedPractice, ({ body, user }) => beginTimedPractice(deps, user, body));
  route(app, timed.chooseInPractice, ({ params, body, user }) => saveChoices(deps, user, params.id, body));
}
