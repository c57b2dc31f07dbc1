import type { Feature } from '#server/feature.ts';
import { browserFaultRoutes } from './browser-faults.routes.ts';

export const browserFaults: Feature = {
  routes: [browserFaultRoutes],
};
