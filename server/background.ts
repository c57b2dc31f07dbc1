import { DAY_MS } from '../contract/time.ts';
import type { Deps } from './deps.ts';
import { DEVICE_DAYS } from './features/accounts/device-cookie.ts';
import { deleteExpiredEmailLinks } from './features/accounts/email-links.store.ts';
import { deleteOldKnown } from './features/accounts/known-logins.store.ts';
import { deleteExpiredHolds, deleteExpiredSecurityLinks } from './features/accounts/security-links.store.ts';
import { deleteExpiredFlows } from './features/google/google.store.ts';
import { deleteExpiredChallenges } from './features/passkeys/passkeys.store.ts';
import { deleteExpiredTickets } from './features/second-factor/tickets.store.ts';
import { deleteOldCounts } from './http/rate-limit.store.ts';
import { deleteExpiredSessions, deleteOldSessionEnds, endSessionsWithoutFactor } from './http/sessions.store.ts';
import { SESSION_DAYS } from './http/sessions.ts';
import { deleteOldThrottleEvents } from './http/throttle.store.ts';
import { defineUpkeep, inBatches } from './jobs/upkeep.ts';

/** Work that comes round by itself and belongs to no feature. */
export function defineBackgroundWork(deps: Deps): void {
  const { db, clock, files } = deps;
  const ago = (days: number) => new Date(clock.now().getTime() - days * DAY_MS);
  const yesterday = () => ago(1);

  defineUpkeep(deps, {
    name: 'cleanup',
    every: '17 * * * *',
    run: async () => ({
      sessions: await inBatches((limit) => deleteExpiredSessions(db, clock.now(), limit)),
      sessionEnds: await inBatches((limit) => deleteOldSessionEnds(db, ago(SESSION_DAYS), limit)),
      links: await inBatches((limit) => deleteExpiredEmailLinks(db, yesterday(), limit)),
      throttle: await inBatches((limit) => deleteOldThrottleEvents(db, yesterday(), limit)),
      securityLinks: await inBatches((limit) => deleteExpiredSecurityLinks(db, yesterday(), limit)),
      heldNames: await inBatches((limit) => deleteExpiredHolds(db, clock.now(), limit)),
      knownLogins: await inBatches((limit) => deleteOldKnown(db, ago(DEVICE_DAYS), limit)),
      unguarded:
        deps.school.now.secondFactor === 'required-for-admins'
          ? await inBatches((limit) => endSessionsWithoutFactor(db, 'admin', clock.now(), limit))
          : 0,
      tickets: await inBatches((limit) => deleteExpiredTickets(db, yesterday(), limit)),
      challenges: await inBatches((limit) => deleteExpiredChallenges(db, clock.now(), limit)),
      googleFlows: await inBatches((limit) => deleteExpiredFlows(db, clock.now(), limit)),
      rates: await deleteOldCounts(db, yesterday()),
    }),
  });

  defineUpkeep(deps, {
    name: 'storage',
    every: '40 3 * * *',
    async run() {
      const found = { files: 0, bytes: 0 };
      for await (const { size } of files.list()) {
        found.files += 1;
        found.bytes += size;
      }
      return found;
    },
  });
}
