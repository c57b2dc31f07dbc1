import type { FastifyInstance } from 'fastify';
import * as contract from '../../../contract/privacy.ts';
import type { Deps } from '../../deps.ts';
import { route } from '../../http/route.ts';
import { exportOwnData } from './export.service.ts';
import * as privacy from './privacy.service.ts';

const done = { ok: true } as const;

export function privacyRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.getPrivacy, ({ user }) => privacy.readPrivacy(deps, user));

  route(app, contract.acceptTerms, async ({ user, body }) => {
    await privacy.acceptTerms(deps, user, body.version);
    return done;
  });

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
    privacy.requestOwnDeletion(deps, user, body.currentPassword),
  );

  route(app, contract.cancelDeletion, async ({ user }) => {
    await privacy.cancelOwnDeletion(deps, user);
    return done;
  });
}
