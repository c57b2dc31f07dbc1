import type { Feature } from '#server/feature.ts';
import { examTimeRoutes } from './office/exam-time.routes.ts';
import { pastReasons } from './office/forgetting.service.ts';

export const examTime: Feature = { routes: [examTimeRoutes], expired: pastReasons };
