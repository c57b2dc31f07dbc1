import type { Feature } from '#server/feature.ts';
import { practiceRoutes } from './practice.routes.ts';

export const practice: Feature = {
  routes: [practiceRoutes],
};
