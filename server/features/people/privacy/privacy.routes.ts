import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/people/privacy.ts';
import { disownChange } from '#contract/people/recovery.ts';
import type { Deps } from '#server/deps.ts';
import * as notMe from '#server/features/people/accounts/not-me.service.ts';
import { forgetGoogle } from '#server/features/people/google/google.service.ts';
import { forgetPasskeys } from '#server/features/people/passkeys/passkeys.service.ts';
import { route } from '#server/http/route.ts';
import { exportOwnData } from './export.service.ts';
import * as privacy from './privacy.service.ts';

export function privacyRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.getPrivacy, ({ user }) => privacy.readPrivacy(deps, user));

  route(app, contract.acceptTerms, ({ user, body }) => privacy.acceptTerms(deps, user, body.version));

  // Here and not with the accounts: it also withdraws an intruder's deletion request and removes their keys.
  route(app, disownChange, ({ body }) =>
    notMe.disownChange(deps, app.sessions, body.token, async (tx, userId) => {
      await privacy.withdrawDeletion(deps, tx, userId);
      await forgetPasskeys(tx, userId);
      await forgetGoogle(tx, userId);
    }),
  );

  route(app, contract.exportData, async ({ user, reply }) => {
    const zip = await exportOwnData(deps, user);
    const day = deps.clock.now().toISOString().slice(0, 10);
    return reply
      .type('application/zip')
      .header('Content-Disposition', `attachment; filename="meus-dados-${day}.zip"`)
      .header('Cache-Control', 'private, no-store')
      .send(zip);
  });

  route(app, contract.requestDeletion, ({ user, body }) =>
    privacy.requestOwnDeletion(deps, app.sessions, user, body.currentPassword),
  );

  route(app, contract.cancelDeletion, ({ user }) => privacy.cancelOwnDeletion(deps, user));
}
