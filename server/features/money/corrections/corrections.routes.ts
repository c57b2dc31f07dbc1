import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/money/corrections.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { adjust, readOf } from './corrections-office.service.ts';

export function correctionRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.getCorrectionsOf, ({ params }) => readOf(deps, params.id));
  route(app, contract.adjustCorrections, ({ params, body, user }) => adjust(deps, user, params.id, body));
}
