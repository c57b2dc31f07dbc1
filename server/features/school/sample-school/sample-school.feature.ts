import type { Feature } from '#server/feature.ts';
import { sampleSchoolRoutes } from './sample-school.routes.ts';

export const sampleSchool: Feature = {
  routes: [sampleSchoolRoutes],
};
