import type { Feature } from '../../feature.ts';
import { syllabusRoutes } from './syllabus.routes.ts';

export const syllabus: Feature = { routes: [syllabusRoutes] };
