import type { Feature } from '#server/feature.ts';
import { visitFigureRoutes } from './visit-figures.routes.ts';
import { expiredVisits } from './visit-figures.service.ts';

export const visitFigures: Feature = {
  routes: [visitFigureRoutes],
  expired: expiredVisits,
};
