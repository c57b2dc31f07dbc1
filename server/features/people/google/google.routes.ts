import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as contract from '#contract/people/google.ts';
import { screens } from '#contract/screens.ts';
import type { Deps } from '#server/deps.ts';
import { enter } from '#server/features/people/accounts/enter.ts';
import { callerOf } from '#server/features/people/accounts/known-logins.ts';
import { readCookie, writeCookie } from '#server/http/cookies.ts';
import { notFound } from '#server/http/errors.ts';
import { route } from '#server/http/route.ts';
import * as service from './google.service.ts';
import { createGoogle } from './google-client.ts';
import { beginFlow, FLOW_MINUTES, takeReturn } from './google-flow.service.ts';

const COOKIE = 'alvorada_google';

export function googleRoutes(app: FastifyInstance, deps: Deps): void {
  const google = deps.config.google ? createGoogle(deps, deps.config.google) : null;
  const required = () => {
    if (google) return google;
    throw notFound('Esta escola não oferece a entrada com o Google.');
  };
  const tokenOf = (request: FastifyRequest) => readCookie(deps, request, COOKIE);
  const send = (request: FastifyRequest, reply: FastifyReply, { url, token }: { url: string; token: string }) => {
    writeCookie(deps, request, reply, { name: COOKIE, value: token, seconds: FLOW_MINUTES * 60 });
    return { url };
  };

  route(app, contract.beginGoogleLogin, async ({ request, reply }) =>
    send(request, reply, await beginFlow(deps, required(), callerOf(deps, request), 'login', null)),
  );

  // The redirect logs no user in: the page it leads to calls the login, with the same answers as after a password.
  route(app, contract.googleCallback, async ({ query, request, reply }) => {
    const [, search = ''] = request.url.split('?');
    const { purpose, result } = google
      ? await takeReturn(deps, google, tokenOf(request), { search, state: query.state, error: query.error })
      : { purpose: 'login', result: 'failed' };
    reply.header('Cache-Control', 'no-store');
    return reply.redirect(`${purpose === 'link' ? screens.security : screens.login}#google=${result}`);
  });

  route(app, contract.finishGoogleLogin, async ({ request, reply }) => {
    const admission = await service.enterByGoogle(deps, required(), tokenOf(request), callerOf(deps, request));
    return enter(deps, request, reply, admission);
  });

  route(app, contract.getGoogleLink, ({ user }) => service.readLink(deps, google, user));

  route(app, contract.beginGoogleLink, async ({ user, request, reply }) =>
    send(request, reply, await beginFlow(deps, required(), callerOf(deps, request), 'link', user.id)),
  );

  route(app, contract.finishGoogleLink, ({ user, request }) =>
    service.linkChosen(deps, required(), user, tokenOf(request), callerOf(deps, request).browser),
  );

  route(app, contract.removeGoogleLink, ({ user, request }) =>
    service.unlink(deps, user, callerOf(deps, request).browser),
  );
}
