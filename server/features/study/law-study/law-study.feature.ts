import type { Feature } from '#server/feature.ts';
import { lawStudyRoutes } from './law-study.routes.ts';

export const lawStudy: Feature = { routes: [lawStudyRoutes] };
