import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/people/passkeys.ts';
import type { Deps } from '#server/deps.ts';
import { enter } from '#server/features/people/accounts/enter.ts';
import { callerOf } from '#server/features/people/accounts/known-logins.ts';
import { route } from '#server/http/route.ts';
import { partyOf, requiredPartyOf } from './party-of.ts';
import { beginLogin, finishLogin } from './passkey-login.service.ts';
import { beginProof } from './passkey-proof.service.ts';
import * as passkeys from './passkeys.service.ts';

export function passkeyRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.beginPasskeyLogin, ({ request }) =>
    beginLogin(deps, requiredPartyOf(deps, request), callerOf(deps, request)),
  );

  route(app, contract.loginByPasskey, async ({ body, request, reply }) =>
    enter(deps, request, reply, await finishLogin(deps, requiredPartyOf(deps, request), body, callerOf(deps, request))),
  );

  route(app, contract.listPasskeys, ({ user, request }) => passkeys.listOwn(deps, user, partyOf(deps, request)));

  route(app, contract.beginPasskeyProof, ({ user, request }) => beginProof(deps, requiredPartyOf(deps, request), user));

  route(app, contract.beginPasskey, ({ user, request }) =>
    passkeys.beginAdding(deps, user, requiredPartyOf(deps, request)),
  );

  route(app, contract.addPasskey, ({ user, body, request }) =>
    passkeys.finishAdding(deps, user, requiredPartyOf(deps, request), body, callerOf(deps, request).browser),
  );

  route(app, contract.renamePasskey, ({ user, params, body, request }) =>
    passkeys.rename(deps, user, partyOf(deps, request), { id: params.id, name: body.name }),
  );

  route(app, contract.removePasskey, ({ user, params }) => passkeys.remove(deps, user, params.id));

  route(app, contract.removePassword, ({ user, body, request }) =>
    passkeys.removeOwnPassword(deps, app.sessions, user, requiredPartyOf(deps, request), body.currentPassword),
  );
}
