import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/platform/notifications.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import * as notifications from './notifications.service.ts';

export function notificationRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.listNotifications, ({ query, user }) => notifications.listOwnNotifications(deps, user.id, query));

  route(app, contract.countUnread, ({ user }) => notifications.countOwnUnread(deps, user.id));

  route(app, contract.readNotification, ({ params, user }) => notifications.readOne(deps, user.id, params.id));

  route(app, contract.readAllNotifications, ({ body, user }) => notifications.readAll(deps, user.id, body.until));

  route(app, contract.listNotificationChoices, ({ user }) => notifications.listChoices(deps, user));
  route(app, contract.chooseNotifications, ({ body, user }) => notifications.choose(deps, user, body));
  route(app, contract.choosePreset, ({ body, user }) => notifications.choosePreset(deps, user, body.preset));
}
