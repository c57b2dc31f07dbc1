import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/school/announcements.ts';
import type { Deps } from '#server/deps.ts';
import { notFound } from '#server/http/errors.ts';
import { route } from '#server/http/route.ts';
import { linkIdOf } from '#server/tokens/link-tokens.ts';
import { announce, cancel, endAnnouncementMails, listAll, preview } from './announcements.service.ts';

export async function announcementRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  route(app, contract.listAnnouncements, () => listAll(deps));

  route(app, contract.previewAnnouncement, ({ body }) => preview(deps, body));

  route(app, contract.sendAnnouncement, ({ body, user }) => announce(deps, user, body));

  route(app, contract.cancelAnnouncement, ({ params, user }) => cancel(deps, user, params.id));

  await app.register(async (scope) => {
    // Mail clients post a form with one fixed field (RFC 8058). The URL has all data; the form is not read.
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { bodyLimit: 1024, parseAs: 'string' },
      (_, __, next) => next(null, undefined),
    );
    route(scope, contract.unsubscribe, async ({ params }) => {
      const userId = linkIdOf(deps.config.sessionSecret, params.token);
      if (!userId) throw notFound('Este link não vale.');
      await endAnnouncementMails(deps, userId);
    });
  });
}
