import type { Feature } from '../../feature.ts';
import { dashboardRoutes } from './dashboards.routes.ts';

export const dashboards: Feature = {
  routes: [dashboardRoutes],
};
