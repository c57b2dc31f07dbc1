import type { Feature } from '#server/feature.ts';
import { dashboardRoutes } from './dashboards.routes.ts';

export const dashboards: Feature = {
  routes: [dashboardRoutes],
};
