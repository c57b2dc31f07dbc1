import type { Feature } from '#server/feature.ts';
import { reportRoutes } from './reports.routes.ts';

export const reports: Feature = {
  routes: [reportRoutes],
};
