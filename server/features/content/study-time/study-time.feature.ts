import type { Feature } from '#server/feature.ts';
import { studyTimeRoutes } from './study-time.routes.ts';

export const studyTime: Feature = {
  routes: [studyTimeRoutes],
};
