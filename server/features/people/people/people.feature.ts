import { DAY_MS } from '#contract/time.ts';
import type { Feature } from '#server/feature.ts';
import { deleteOldSentMails } from '#server/mail/sent-mails.store.ts';
import { peopleRoutes } from './people.routes.ts';

/** As long as the records of access: what was sent when is asked about for months, not for years. */
const SENT_MAIL_DAYS = 183;

export const people: Feature = {
  routes: [peopleRoutes],
  expired: ({ db, clock }) => ({
    sentMails: (limit) => deleteOldSentMails(db, new Date(clock.now().getTime() - SENT_MAIL_DAYS * DAY_MS), limit),
  }),
};
