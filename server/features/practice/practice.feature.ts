import type { Feature } from '../../feature.ts';
import { practiceRoutes } from './practice.routes.ts';

export const practice: Feature = {
  routes: [practiceRoutes],
};
