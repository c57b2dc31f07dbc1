import type { Feature } from '#server/feature.ts';
import { examRoutes } from './exams.routes.ts';
import { defineExamWork } from './exams.service.ts';

export const exams: Feature = {
  routes: [examRoutes],
  background: [defineExamWork],
};
