import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/platform/visit-figures.ts';
import type { Deps } from '#server/deps.ts';
import { networkOf } from '#server/http/networks.ts';
import { route } from '#server/http/route.ts';
import { countVisit, listVisits } from './visit-figures.service.ts';

export function visitFigureRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.reportVisit, ({ body, request }) => countVisit(deps, networkOf(request.ip), body));
  route(app, contract.listVisitFigures, () => listVisits(deps));
}
