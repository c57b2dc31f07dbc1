import type { Feature } from '../../feature.ts';
import { lessonRoutes } from './lessons.routes.ts';
import { defineLessonWork } from './lessons.service.ts';

export const lessons: Feature = {
  routes: [lessonRoutes],
  background: [defineLessonWork],
};
