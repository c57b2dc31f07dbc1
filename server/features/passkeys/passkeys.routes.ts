import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as contract from '../../../contract/passkeys.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../http/errors.ts';
import { route } from '../../http/route.ts';
import { enter } from '../accounts/enter.ts';
import { callerOf } from '../accounts/known-logins.ts';
import { beginLogin, finishLogin } from './passkey-login.service.ts';
import * as passkeys from './passkeys.service.ts';
import { relyingParty } from './relying-party.ts';

const done = { ok: true } as const;

export function passkeyRoutes(app: FastifyInstance, deps: Deps): void {
  const partyOf = (request: FastifyRequest) => relyingParty(deps.config.publicUrl, request.host);
  const requiredPartyOf = (request: FastifyRequest) => {
    const party = partyOf(request);
    if (party) return party;
    throw new AppError('passkeys_unavailable', 'Neste endereço não há chaves de acesso. Entre com sua senha.');
  };

  route(app, contract.beginPasskeyLogin, ({ request }) =>
    beginLogin(deps, requiredPartyOf(request), callerOf(request)),
  );

  route(app, contract.loginByPasskey, async ({ body, request, reply }) =>
    enter(deps, request, reply, await finishLogin(deps, requiredPartyOf(request), body, callerOf(request))),
  );

  route(app, contract.listPasskeys, ({ user, request }) => passkeys.listOwn(deps, user, partyOf(request)));

  route(app, contract.beginPasskey, ({ user, body, request }) =>
    passkeys.beginAdding(deps, user, requiredPartyOf(request), body.currentPassword),
  );

  route(app, contract.addPasskey, ({ user, body, request }) =>
    passkeys.finishAdding(deps, user, requiredPartyOf(request), body, callerOf(request).browser),
  );

  route(app, contract.renamePasskey, ({ user, params, body, request }) =>
    passkeys.rename(deps, user, partyOf(request), { id: params.id, name: body.name }),
  );

  route(app, contract.removePasskey, async ({ user, params }) => {
    await passkeys.remove(deps, user, params.id);
    return done;
  });

  route(app, contract.removePassword, async ({ user, body, request }) => {
    await passkeys.removeOwnPassword(deps, app.sessions, user, requiredPartyOf(request), body.currentPassword);
    return done;
  });
}
