import type { Feature } from '../../feature.ts';
import { offlineRoutes } from './offline.routes.ts';

export const offline: Feature = {
  routes: [offlineRoutes],
};
