import type { Feature } from '../../feature.ts';
import { lessonImportRoutes } from './lesson-import.routes.ts';
import { lessonRoutes } from './lessons.routes.ts';
import { defineLessonWork } from './lessons.service.ts';

export const lessons: Feature = {
  routes: [lessonRoutes, lessonImportRoutes],
  background: [defineLessonWork],
};
