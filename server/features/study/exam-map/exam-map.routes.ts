import type { FastifyInstance } from 'fastify';
import { getClassMap } from '#contract/study/class-map.ts';
import * as contract from '#contract/study/exam-map.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { readClassMap } from './class-map.service.ts';
import { readMap, readMapTopic } from './exam-map.service.ts';
import { readScore } from './score.service.ts';

export function examMapRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.getExamMap, ({ params, user }) => readMap(deps, user.id, params.id));
  route(app, contract.getMapTopic, ({ params, user }) => readMapTopic(deps, user.id, params.id, params.topicId));
  route(app, getClassMap, ({ params, query, user }) => readClassMap(deps, user, params.id, query.examId));
  route(app, contract.getExpectedScore, ({ user }) => readScore(deps, user.id));
}
