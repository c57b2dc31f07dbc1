import type { Feature } from '#server/feature.ts';
import { schoolArchiveRoutes } from './school-archive.routes.ts';
import { defineSchoolExports, expiredExports } from './school-exports.service.ts';

export const schoolArchive: Feature = {
  routes: [schoolArchiveRoutes],
  background: [defineSchoolExports],
  expired: expiredExports,
};
