import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/money/access.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { readEndingAccess, readMyAccess } from './access.service.ts';

export function accessRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.getMyAccess, ({ user }) => readMyAccess(deps, user));
  route(app, contract.getEndingAccess, () => readEndingAccess(deps));
}
