import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/exams/quiz-windows.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { confirmPresence, listUpcomingWindows, withdrawPresence } from './presence.service.ts';
import { createSeries } from './series.service.ts';
import { readWindow, saveWindowOf } from './windows.service.ts';

export function quizWindowRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.getWindow, ({ params, user }) => readWindow(deps, user, params.id));
  route(app, contract.saveWindow, ({ params, body, user }) => saveWindowOf(deps, user, params.id, body));
  route(app, contract.createSeries, ({ body, user }) => createSeries(deps, user, body));
  route(app, contract.listUpcomingWindows, ({ user }) => listUpcomingWindows(deps, user));
  route(app, contract.confirmPresence, ({ params, user }) => confirmPresence(deps, user, params.id));
  route(app, contract.withdrawPresence, ({ params, user }) => withdrawPresence(deps, user, params.id));
}
