import type { FastifyInstance } from 'fastify';
import * as mails from '#contract/mails.ts';
import * as contract from '#contract/platform/settings.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { listMailExamples, showMailExample } from './mail-examples.service.ts';
import { confirmMail } from './mail-proof.service.ts';
import { changeSettings, getSettings, listSettingChanges } from './settings.service.ts';
import { tryMail, tryPix } from './tests.service.ts';

export function mailRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, mails.listMailExamples, () => listMailExamples(deps));

  route(app, mails.getMailExample, ({ params }) => showMailExample(deps, params));
}

export function settingsRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.getSettings, () => getSettings(deps));

  route(app, contract.updateSettings, ({ body, user }) => changeSettings(deps, user, body));

  route(app, contract.listSettingChanges, () => listSettingChanges(deps));

  route(app, contract.testMail, ({ user }) => tryMail(deps, user));

  route(app, contract.confirmTestMail, async ({ user, body }) => {
    await confirmMail(deps, user, body.code);
    return getSettings(deps);
  });

  route(app, contract.testPix, ({ body }) => tryPix(deps, body));
}
