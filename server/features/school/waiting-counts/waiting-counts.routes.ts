import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/school/waiting-counts.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { readWaitingCounts } from './waiting-counts.service.ts';

export function waitingCountsRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.countWaiting, ({ user }) => readWaitingCounts(deps, user));
}
