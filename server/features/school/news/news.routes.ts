import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/school/news.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { dismiss, readSeen } from './news.service.ts';

export function newsRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.getNewsSeen, ({ user }) => readSeen(deps, user));
  route(app, contract.dismissNews, ({ user, body }) => dismiss(deps, user, body.version));
}
