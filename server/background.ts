import type { Deps } from './deps.ts';
import { deleteExpiredEmailLinks } from './features/accounts/email-links.store.ts';
import { deleteOldCounts } from './http/rate-limit.store.ts';
import { deleteExpiredSessions } from './http/sessions.store.ts';
import { deleteOldThrottleEvents } from './http/throttle.store.ts';

const DAY_MS = 24 * 60 * 60_000;

/** Work that comes round by itself and belongs to no feature. */
export function defineBackgroundWork(deps: Deps): void {
  deps.jobs.define({
    name: 'cleanup',
    every: '17 * * * *',
    async run() {
      const now = deps.clock.now();
      const yesterday = new Date(now.getTime() - DAY_MS);
      const sessions = await deleteExpiredSessions(deps.db, now);
      const links = await deleteExpiredEmailLinks(deps.db, yesterday);
      const throttle = await deleteOldThrottleEvents(deps.db, yesterday);
      const rates = await deleteOldCounts(deps.db, yesterday);
      deps.log.info({ sessions, links, throttle, rates }, 'cleaned up');
    },
  });
}
