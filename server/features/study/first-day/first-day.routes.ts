import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/study/first-day.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { beginTest, endFirstDay, readFirstDay } from './first-day.service.ts';

export function firstDayRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.getFirstDay, ({ user }) => readFirstDay(deps, user));
  route(app, contract.beginStartTest, ({ user }) => beginTest(deps, user));

  route(app, contract.endFirstDay, ({ user }) => endFirstDay(deps, user.id));
}
