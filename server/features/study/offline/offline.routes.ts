import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/study/offline.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { readOfflineQuestions } from './offline.service.ts';
import { applyOfflineActions } from './offline-actions.service.ts';
import { readOfflineAccess, readOfflineCourse } from './offline-courses.service.ts';

export function offlineRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.getOfflineCourse, ({ params, user }) => readOfflineCourse(deps, user, params.id));
  route(app, contract.getOfflineAccess, ({ query, user }) => readOfflineAccess(deps, user, query));
  route(app, contract.getOfflineQuestions, ({ query, user }) => readOfflineQuestions(deps, user, query));
  route(app, contract.sendOffline, ({ body, user }) => applyOfflineActions(deps, user, body.deeds));
}
