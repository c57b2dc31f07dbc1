import type { Feature } from '../../feature.ts';
import { annotationRoutes } from './annotations.routes.ts';

export const annotations: Feature = {
  routes: [annotationRoutes],
};
