import { DAY_MS } from '#contract/time.ts';
import { deleteOldChanges } from './db/shared-changes.store.ts';
import type { Deps } from './deps.ts';
import type { Expired } from './feature.ts';
import { officeRoles } from './http/access.ts';
import { deleteOldCounts } from './http/rate-limit.store.ts';
import { deleteExpiredSessions, deleteOldSessionEnds, endSessionsWithoutFactor } from './http/sessions.store.ts';
import { SESSION_DAYS } from './http/sessions.ts';
import { deleteOldThrottleEvents } from './http/throttle.store.ts';
import { runSteps } from './jobs/each.ts';
import { defineUpkeep, inBatches } from './jobs/upkeep.ts';

/** Scheduled work that belongs to no feature; the cleanup includes the expired rows of the features. */
export function defineBackgroundWork(deps: Deps, ofFeatures: readonly Expired[]): void {
  const { db, clock, files } = deps;
  const ago = (days: number) => new Date(clock.now().getTime() - days * DAY_MS);
  const ofRequests: Expired = {
    sessions: (limit) => deleteExpiredSessions(db, clock.now(), limit),
    sessionEnds: (limit) => deleteOldSessionEnds(db, ago(SESSION_DAYS), limit),
    // Values cached in memory are reloaded long before.
    sharedChanges: (limit) => deleteOldChanges(db, ago(2), limit),
    throttle: (limit) => deleteOldThrottleEvents(db, ago(1), limit),
  };

  defineUpkeep(deps, {
    name: 'cleanup',
    every: '17 * * * *',
    run() {
      const expired: Expired = Object.assign({}, ofRequests, ...ofFeatures);
      const removals = Object.entries(expired).map(([name, remove]) => [name, () => inBatches(remove)] as const);
      const isFactorRequired = deps.school.now.secondFactor === 'required-for-admins';
      return runSteps(deps, 'cleanup', {
        ...Object.fromEntries(removals),
        unguarded: async () =>
          isFactorRequired ? inBatches((limit) => endSessionsWithoutFactor(db, officeRoles, clock.now(), limit)) : 0,
        rates: () => deleteOldCounts(db, ago(1)),
      });
    },
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
