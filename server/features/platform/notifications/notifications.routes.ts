import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/platform/notifications.ts';
import type { Deps } from '#server/deps.ts';
import { sendPage } from '#server/http/paging.ts';
import { route } from '#server/http/route.ts';
import * as notifications from './notifications.service.ts';

const done = { ok: true } as const;

export function notificationRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.listNotifications, async ({ query, user, request, reply }) =>
    sendPage(request, reply, await notifications.listOwnNotifications(deps, user.id, query)),
  );

  route(app, contract.countUnread, ({ user }) => notifications.countOwnUnread(deps, user.id));

  route(app, contract.readNotification, async ({ params, user }) => {
    await notifications.readOne(deps, user.id, params.id);
    return done;
  });

  route(app, contract.readAllNotifications, async ({ body, user }) => {
    await notifications.readAll(deps, user.id, body.until);
    return done;
  });

  route(app, contract.listNotificationChoices, ({ user }) => notifications.listChoices(deps, user));
  route(app, contract.chooseNotifications, ({ body, user }) => notifications.choose(deps, user, body));
  route(app, contract.choosePreset, ({ body, user }) => notifications.choosePreset(deps, user, body.preset));
}
