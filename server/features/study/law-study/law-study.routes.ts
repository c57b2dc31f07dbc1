import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/study/law-study.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { readQuestionLinks } from './law-study.service.ts';

export function lawStudyRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.listQuestionLaws, ({ params, user }) => readQuestionLinks(deps, user, params.id));
}
