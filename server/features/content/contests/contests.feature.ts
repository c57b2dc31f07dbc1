import type { Feature } from '#server/feature.ts';
import { examRoutes } from './contests.routes.ts';
import { defineExamWork } from './contests.service.ts';

export const exams: Feature = {
  routes: [examRoutes],
  background: [defineExamWork],
};
