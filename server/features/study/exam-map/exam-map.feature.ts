import type { Feature } from '#server/feature.ts';
import { examMapRoutes } from './exam-map.routes.ts';
import { defineScoreWork, forgetOldScores } from './score.service.ts';

export const examMap: Feature = {
  routes: [examMapRoutes],
  background: [defineScoreWork],
  expired: (deps) => ({ expectedScores: (limit) => forgetOldScores(deps, limit) }),
};
