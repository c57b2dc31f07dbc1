import type { FastifyInstance } from 'fastify';
import * as contract from '../../../contract/practice.ts';
import type { Deps } from '../../deps.ts';
import { route } from '../../http/route.ts';
import { answer, finish, listOwn, listSubjects, read, readQuizPractice, start } from './practice.service.ts';

export function practiceRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.startPractice, async ({ body, user, reply }) => {
    const { isNew, practice } = await start(deps, user, body);
    if (isNew) reply.code(201);
    return practice;
  });
  route(app, contract.listPractices, ({ user }) => listOwn(deps, user));
  route(app, contract.getPractice, ({ params, user }) => read(deps, user, params.id));
  route(app, contract.answerPractice, ({ params, body, user }) =>
    answer(deps, user, params.id, body.questionId, body.optionId),
  );
  route(app, contract.finishPractice, ({ params, user }) => finish(deps, user, params.id));
  route(app, contract.getPracticeSubjects, ({ user }) => listSubjects(deps, user));
  route(app, contract.getQuizPractice, ({ params, user }) => readQuizPractice(deps, user, params.id));
}
