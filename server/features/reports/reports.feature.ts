import type { Feature } from '../../feature.ts';
import { reportRoutes } from './reports.routes.ts';

export const reports: Feature = {
  routes: [reportRoutes],
};
