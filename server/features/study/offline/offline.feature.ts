import type { Feature } from '#server/feature.ts';
import { offlineRoutes } from './offline.routes.ts';
import { expiredQuestions } from './offline.service.ts';

export const offline: Feature = {
  routes: [offlineRoutes],
  expired: expiredQuestions,
};
