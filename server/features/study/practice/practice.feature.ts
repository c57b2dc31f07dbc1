import type { Feature } from '#server/feature.ts';
import { practiceRoutes } from './practice.routes.ts';
import { defineTimedPracticeWork } from './timed-closing.service.ts';

export const practice: Feature = {
  routes: [practiceRoutes],
  background: [defineTimedPracticeWork],
};
