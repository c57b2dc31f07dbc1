import type { Feature } from '#server/feature.ts';
import { offlineRoutes } from './offline.routes.ts';

export const offline: Feature = {
  routes: [offlineRoutes],
};
