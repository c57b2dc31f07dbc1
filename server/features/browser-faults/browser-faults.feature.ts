import type { Feature } from '../../feature.ts';
import { browserFaultRoutes } from './browser-faults.routes.ts';

export const browserFaults: Feature = {
  routes: [browserFaultRoutes],
};
