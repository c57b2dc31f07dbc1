import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/platform/admin-system.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { releaseStored } from './stored-mails.service.ts';
import { listFailedMails, MAIL_PAUSE_TOPIC, readSystemState, releaseMail, retryMails } from './system-state.service.ts';

export function systemStateRoutes(app: FastifyInstance, deps: Deps): void {
  const startedAt = deps.clock.now();
  route(app, contract.getSystemState, () => readSystemState(deps, startedAt));
  route(app, contract.listFailedMails, () => listFailedMails(deps));

  route(app, contract.retryFailedMail, async ({ user, params }) => {
    await retryMails(deps, user, params.id);
  });

  route(app, contract.releaseMail, ({ user }) => releaseMail(deps, user));

  route(app, contract.releaseStoredMails, ({ user, body }) => releaseStored(deps, user, body.send));

  // Each process must resume its paused mail and push queues.
  deps.bus.subscribe(
    MAIL_PAUSE_TOPIC,
    () =>
      void Promise.all(['mail', 'push'].map(deps.jobs.release)).catch((error: unknown) =>
        deps.log.error({ err: error }, 'the mail stays held'),
      ),
    () => undefined,
  );

  route(app, contract.retryFailedMails, async ({ user }) => ({ retried: await retryMails(deps, user) }));
}
