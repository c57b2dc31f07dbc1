import type { Feature } from '#server/feature.ts';
import { examMapRoutes } from './exam-map.routes.ts';
import { forgetOldScores } from './score.service.ts';

export const examMap: Feature = {
  routes: [examMapRoutes],
  expired: (deps) => ({ expectedScores: (limit) => forgetOldScores(deps, limit) }),
};
