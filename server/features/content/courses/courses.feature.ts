import type { Feature } from '#server/feature.ts';
import { defineCompletionSweep } from './completions.service.ts';
import { courseRoutes } from './courses.routes.ts';

export const courses: Feature = {
  routes: [courseRoutes],
  background: [defineCompletionSweep],
};
