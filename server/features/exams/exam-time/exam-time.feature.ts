import type { Feature } from '#server/feature.ts';
import { examTimeRoutes } from './office/exam-time.routes.ts';

export const examTime: Feature = { routes: [examTimeRoutes] };
