import { DAY_MS } from '#contract/time.ts';
import type { Feature } from '#server/feature.ts';
import { deleteOldDeliveries } from './deliveries.store.ts';
import { definePushWork } from './delivery.service.ts';
import { pushRoutes } from './push.routes.ts';

/** What the system page counts is a week. */
const STORED_DAYS = 30;

export const push: Feature = {
  routes: [pushRoutes],
  background: [definePushWork],
  expired: ({ db, clock }) => ({
    pushDeliveries: (limit) => deleteOldDeliveries(db, new Date(clock.now().getTime() - STORED_DAYS * DAY_MS), limit),
  }),
};
