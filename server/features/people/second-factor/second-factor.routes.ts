import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as contract from '#contract/people/second-factor.ts';
import type { Tx } from '#server/db/handle.ts';
import type { Deps } from '#server/deps.ts';
import { clearPaymentCookie } from '#server/features/money/payments/payment-cookie.ts';
import { setDeviceCookie } from '#server/features/people/accounts/device-cookie.ts';
import { callerOf } from '#server/features/people/accounts/known-logins.ts';
import { requiredPartyOf } from '#server/features/people/passkeys/party-of.ts';
import { proveByPasskey } from '#server/features/people/passkeys/passkey-proof.service.ts';
import { route } from '#server/http/route.ts';
import * as factor from './second-factor.service.ts';
import * as login from './second-login.service.ts';

export function secondFactorRoutes(app: FastifyInstance, deps: Deps): void {
  const { sessions } = app;
  const opener =
    (request: FastifyRequest, reply: FastifyReply) => (tx: Tx, userId: string, how: { commonPassword: boolean }) =>
      sessions.open(tx, request, reply, userId, how);

  route(app, contract.completeLogin, async ({ body, request, reply }) => {
    const { user, devices } = await login.completeLogin(deps, body, callerOf(deps, request), opener(request, reply));
    setDeviceCookie(deps, request, reply, devices);
    clearPaymentCookie(deps, request, reply);
    return user;
  });

  route(app, contract.beginLoginSetUp, ({ body }) => login.beginLoginSetUp(deps, body.ticket));

  route(app, contract.confirmLoginSetUp, async ({ body, request, reply }) => {
    const { user, devices, recoveryCodes } = await login.confirmLoginSetUp(
      deps,
      body,
      callerOf(deps, request),
      opener(request, reply),
    );
    setDeviceCookie(deps, request, reply, devices);
    clearPaymentCookie(deps, request, reply);
    return { user, recoveryCodes };
  });

  route(app, contract.getSecondFactor, ({ user }) => factor.readSecondFactor(deps, user));
  route(app, contract.beginSetUp, ({ body, user }) => factor.beginSetUp(deps, user, body.code));
  route(app, contract.confirmSetUp, ({ body, user, request }) =>
    factor.confirmSetUp(deps, user, body, callerOf(deps, request).browser),
  );
  route(app, contract.renewRecoveryCodes, ({ body, user }) => factor.renewRecoveryCodes(deps, user, body.code));

  route(app, contract.turnOffSecondFactor, ({ body, user, request }) =>
    factor.turnOff(deps, sessions, user, body, callerOf(deps, request).browser),
  );

  route(app, contract.proveSelf, async ({ body, user, request }) => {
    if ('passkey' in body) {
      await proveByPasskey(deps, sessions, requiredPartyOf(deps, request), user, body.passkey);
    } else await factor.proveSelf(deps, sessions, user, body);
  });

  route(app, contract.requireProof, () => undefined);
}
