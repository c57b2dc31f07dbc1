import type { Feature } from '#server/feature.ts';
import { curriculumRoutes } from './curriculum.routes.ts';

/** Behind the lessons, whose kept answers must forget what a change of the tree moves. */
export const curriculum: Feature = { routes: [curriculumRoutes] };
