import type { Feature } from '#server/feature.ts';
import { quizAuthoringRoutes } from './authoring/authoring.routes.ts';
import { quizCompositionRoutes } from './authoring/composition.routes.ts';
import { quizRulesRoutes } from './authoring/rules.routes.ts';
import { defineQuizWork } from './grading/closing.service.ts';
import { defineRegrading } from './grading/regrading.service.ts';
import { paperRoutes } from './paper/paper.routes.ts';
import { rankingRoutes } from './ranking/ranking.routes.ts';
import { defineRankingWork } from './ranking/ranking-work.service.ts';
import { defineKeyWork } from './taking/key-openings.service.ts';
import { quizRoutes } from './taking/taking.routes.ts';
import { defineWindowWork } from './windows/window-work.service.ts';
import { quizWindowRoutes } from './windows/windows.routes.ts';

export const quizzes: Feature = {
  routes: [
    quizRoutes,
    quizAuthoringRoutes,
    quizCompositionRoutes,
    quizRulesRoutes,
    quizWindowRoutes,
    rankingRoutes,
    paperRoutes,
  ],
  background: [defineQuizWork, defineKeyWork, defineWindowWork, defineRankingWork, defineRegrading],
};
