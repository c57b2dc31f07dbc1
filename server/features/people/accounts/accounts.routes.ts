import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/people/accounts.ts';
import * as invitations from '#contract/people/invitations.ts';
import * as recovery from '#contract/people/recovery.ts';
import { confirmEmail, register, resendConfirmation } from '#contract/people/registration.ts';
import { screens } from '#contract/screens.ts';
import type { Deps } from '#server/deps.ts';
import { setPaymentCookie } from '#server/features/money/payments/payment-cookie.ts';
import { route } from '#server/http/route.ts';
import { currentUser } from '#server/http/sessions.ts';
import { without } from '#server/http/without.ts';
import { isCommonPassword } from '#server/passwords/common-passwords.ts';
import { checkLogin, registerUser } from './accounts.service.ts';
import { changeRole, changeStatus, listUsersForAdmin, removeUser } from './administration.service.ts';
import { setDeviceCookie } from './device-cookie.ts';
import { confirmAddress, sendConfirmationAgain } from './email-confirmation.service.ts';
import { enter } from './enter.ts';
import { accept, readInvitation, renew } from './invitations.service.ts';
import { callerOf } from './known-logins.ts';
import { isUsable, requestReset, resetPassword } from './recovery.service.ts';

export function accountRoutes(app: FastifyInstance, deps: Deps): void {
  const { sessions } = app;

  route(app, contract.getCurrentUser, ({ user }) => without(user, 'sessionId', 'provenAt', 'study'));

  route(app, register, async ({ body, request, reply }) => {
    const { user, paymentCode, devices } = await registerUser(deps, body, callerOf(deps, request));
    if (paymentCode) setPaymentCookie(deps, request, reply, paymentCode);
    setDeviceCookie(deps, request, reply, devices);
    return { made: paymentCode ? { ...user, paymentCode } : user, isNew: true };
  });

  route(app, contract.login, async ({ body, request, reply }) => {
    const admission = await checkLogin(deps, body, callerOf(deps, request));
    return enter(deps, request, reply, admission);
  });

  route(app, contract.loginPage, ({ reply }) => reply.redirect(screens.login));

  route(app, contract.logout, ({ request, reply }) => sessions.close(request, reply));

  route(app, recovery.forgotPassword, ({ body, request }) => requestReset(deps, body.email, callerOf(deps, request)));

  route(app, recovery.checkResetLink, async ({ body, request }) => ({
    usable: await isUsable(deps, 'password_reset', body.token, callerOf(deps, request)),
  }));

  route(app, invitations.checkInvitation, ({ body, request }) =>
    readInvitation(deps, body.token, callerOf(deps, request)),
  );

  route(app, invitations.acceptInvitation, async ({ body, request, reply }) => {
    const devices = await accept(deps, sessions, body, callerOf(deps, request));
    setDeviceCookie(deps, request, reply, devices);
  });

  route(app, invitations.renewInvitation, ({ body, request }) => renew(deps, body.token, callerOf(deps, request)));

  route(app, recovery.resetPassword, async ({ body, request, reply }) => {
    const devices = await resetPassword(deps, sessions, body.token, body.password, callerOf(deps, request));
    setDeviceCookie(deps, request, reply, devices);
  });

  route(app, recovery.checkPassword, async ({ body: { password, ...given }, request }) => ({
    common: await isCommonPassword(password, { ...(await currentUser(request)), ...given }),
  }));

  route(app, confirmEmail, ({ body }) => confirmAddress(deps, body.token));

  route(app, resendConfirmation, ({ body, request }) =>
    sendConfirmationAgain(deps, body.email, callerOf(deps, request)),
  );

  route(app, contract.listUsers, ({ query }) => listUsersForAdmin(deps, query));

  route(app, contract.setUserStatus, ({ params, body, user }) =>
    changeStatus(deps, sessions, user, params.id, body.status, body),
  );

  route(app, contract.setUserRole, ({ params, body, user }) => changeRole(deps, sessions, user, params.id, body.role));

  route(app, contract.deleteUser, ({ params, user }) => removeUser(deps, sessions, user, params.id));
}
