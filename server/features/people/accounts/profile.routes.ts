import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/people/profile.ts';
import * as preferences from '#contract/preferences.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { setDeviceCookie } from './device-cookie.ts';
import { readOwnEmail } from './email-confirmation.service.ts';
import { callerOf } from './known-logins.ts';
import * as profile from './profile.service.ts';
import { isUsable } from './recovery.service.ts';

export function profileRoutes(app: FastifyInstance, deps: Deps): void {
  const { sessions } = app;

  route(app, contract.updateProfile, ({ body, user }) => profile.renameSelf(deps, sessions, user, body));

  route(app, contract.changePassword, async ({ body, user, request, reply }) => {
    const { currentPassword, newPassword } = body;
    const caller = callerOf(deps, request);
    setDeviceCookie(
      deps,
      request,
      reply,
      await profile.changeOwnPassword(deps, sessions, user, currentPassword, newPassword, caller),
    );
  });

  route(app, contract.getOwnEmail, ({ user }) => readOwnEmail(deps, user));

  route(app, contract.requestEmailChange, ({ body, user }) =>
    profile.requestEmailChange(deps, sessions, user, body.currentPassword, body.email),
  );

  route(app, contract.checkEmailLink, async ({ body, request }) => ({
    usable: await isUsable(deps, 'email_change', body.token, callerOf(deps, request)),
  }));

  route(app, contract.confirmEmailChange, ({ body }) => profile.confirmEmailChange(deps, sessions, body.token));

  route(app, preferences.getPreferences, ({ user }) => profile.readPreferences(deps, user));
  route(app, preferences.updatePreferences, ({ body, user }) => profile.changePreferences(deps, user, body));
  route(app, contract.listSessions, ({ user }) => profile.listOwnSessions(deps, user));

  route(app, contract.endSession, ({ params, user }) => profile.endOwnSession(deps, sessions, user, params.id));

  route(app, contract.endAllSessions, async ({ user, request, reply }) => {
    await profile.endOwnSessions(deps, sessions, user);
    await sessions.close(request, reply);
  });
}
