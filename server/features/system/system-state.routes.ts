import type { FastifyInstance } from 'fastify';
import * as contract from '../../../contract/admin-system.ts';
import type { Deps } from '../../deps.ts';
import { route } from '../../http/route.ts';
import { listFailedMails, readSystemState, retryMails } from './system-state.service.ts';

export function systemStateRoutes(app: FastifyInstance, deps: Deps): void {
  const startedAt = deps.clock.now();
  route(app, contract.getSystemState, () => readSystemState(deps, startedAt));
  route(app, contract.listFailedMails, () => listFailedMails(deps));

  route(app, contract.retryFailedMail, async ({ user, params }) => {
    await retryMails(deps, user, params.id);
    return { ok: true as const };
  });

  route(app, contract.retryFailedMails, async ({ user }) => ({ retried: await retryMails(deps, user) }));
}
