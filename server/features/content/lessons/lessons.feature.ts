import type { Feature } from '#server/feature.ts';
import { lessonImportRoutes } from './lesson-import.routes.ts';
import { lessonRoutes } from './lessons.routes.ts';
import { defineLessonWork } from './lessons.service.ts';
import { blankDrafts } from './writing/drafts.service.ts';
import { definePublishingWork } from './writing/publishing.service.ts';
import { leftWriters } from './writing/writers.service.ts';

export const lessons: Feature = {
  routes: [lessonRoutes, lessonImportRoutes],
  background: [defineLessonWork, definePublishingWork],
  expired: (deps) => ({ ...blankDrafts(deps), ...leftWriters(deps) }),
};
