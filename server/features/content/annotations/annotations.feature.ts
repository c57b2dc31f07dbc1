import type { Feature } from '#server/feature.ts';
import { annotationRoutes } from './annotations.routes.ts';

export const annotations: Feature = {
  routes: [annotationRoutes],
};
