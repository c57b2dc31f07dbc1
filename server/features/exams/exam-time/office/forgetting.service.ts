import { DAY_MS } from '#contract/time.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import type { Expired } from '#server/feature.ts';
import { dayOf } from '#server/time/calendar.ts';
import { clearReason, lockLongOver } from '../rights/rights.store.ts';
import { forgetDecided } from './requests.service.ts';

/** How long the reason and the documents of a right stay after its last day. */
const KEPT_DAYS = 30;

/** The reasons and documents of rights that have been over for a month. */
export const pastReasons = (deps: Deps): Expired => ({
  examTimeReasons: (limit) => {
    const now = deps.clock.now();
    const before = dayOf(new Date(now.getTime() - KEPT_DAYS * DAY_MS));
    return transact(deps, async (tx) => {
      const userIds = await lockLongOver(tx, before, limit);
      for (const userId of userIds) await forgetDecided(tx, userId, now);
      await clearReason(tx, userIds);
      return userIds.length;
    });
  },
});
