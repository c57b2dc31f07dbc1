import type { Feature } from '../../feature.ts';
import { lessonRoutes } from './lessons.routes.ts';
import { sampleLessons } from './lessons.sample.ts';
import { defineLessonWork } from './lessons.service.ts';

export const lessons: Feature = {
  routes: [lessonRoutes],
  background: [defineLessonWork],
  sample: (deps, { teacherId }) => sampleLessons(deps, teacherId),
};
