import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/school/admin-home.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { readAdminHome } from './admin-home.service.ts';

export function adminHomeRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.getAdminHome, ({ user }) => readAdminHome(deps, user));
}
