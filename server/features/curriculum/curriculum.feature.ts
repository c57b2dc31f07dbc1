import type { Feature } from '../../feature.ts';
import { curriculumRoutes } from './curriculum.routes.ts';

/** Behind the lessons, whose kept answers must forget what a change of the tree moves. */
export const curriculum: Feature = { routes: [curriculumRoutes] };
