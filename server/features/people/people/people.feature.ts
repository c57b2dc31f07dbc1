import { IMPORT_UNDO_MS } from '#contract/people/people-imports.ts';
import { DAY_MS } from '#contract/time.ts';
import type { Feature } from '#server/feature.ts';
import { deleteOldSentMails } from '#server/mail/sent-mails.store.ts';
import { definePeopleImportWork } from './imports/people-import-work.service.ts';
import { clearOldCpfs, clearOldLines } from './imports/people-imports.store.ts';
import { peopleRoutes } from './people.routes.ts';

/** Same as the records of access: questions about sent mails come up for months, not for years. */
const SENT_MAIL_DAYS = 183;

export const people: Feature = {
  routes: [peopleRoutes],
  background: [definePeopleImportWork],
  expired: ({ db, clock }) => ({
    importedLines: (limit) => clearOldLines(db, new Date(clock.now().getTime() - IMPORT_UNDO_MS), limit),
    importedCpfs: (limit) => clearOldCpfs(db, new Date(clock.now().getTime() - IMPORT_UNDO_MS), limit),
    sentMails: (limit) => deleteOldSentMails(db, new Date(clock.now().getTime() - SENT_MAIL_DAYS * DAY_MS), limit),
  }),
};
