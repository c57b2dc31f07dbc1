import type { Feature } from '#server/feature.ts';
import { syllabusRoutes } from './syllabus.routes.ts';

export const syllabus: Feature = { routes: [syllabusRoutes] };
