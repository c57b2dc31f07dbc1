import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/money/reminders.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { changeReminders, listUnpaid, readUnpaidSummary, stopByToken } from './reminders.service.ts';

export async function reminderRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  route(app, contract.getUnpaidSummary, () => readUnpaidSummary(deps));

  route(app, contract.listUnpaidOrders, ({ query }) => listUnpaid(deps, query));

  route(app, contract.changeReminders, ({ params, body, user }) =>
    changeReminders(deps, user, params.id, body.stopped),
  );

  await app.register(async (scope) => {
    // Mail programs post a form with one fixed field (RFC 8058). The address is enough; the form is not read.
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { bodyLimit: 1024, parseAs: 'string' },
      (_, __, next) => next(null, undefined),
    );
    route(scope, contract.stopReminders, ({ params }) => stopByToken(deps, params.token));
  });
}
