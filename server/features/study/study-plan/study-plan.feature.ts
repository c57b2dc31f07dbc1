import type { Feature } from '#server/feature.ts';
import { studyPlanRoutes } from './study-plan.routes.ts';

export const studyPlan: Feature = {
  routes: [studyPlanRoutes],
};
