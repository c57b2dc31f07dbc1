import type { Feature } from '#server/feature.ts';
import { annulmentRoutes } from '#server/features/exams/annulment/annulment.routes.ts';
import { imageRoutes } from '#server/features/platform/media/image.routes.ts';
import { questionBankRoutes } from '#server/features/questions/question-bank/bank.routes.ts';
import { masteryFollowsQuestion } from '#server/features/study/mastery/mastery.service.ts';
import { curriculumRoutes } from './curriculum.routes.ts';
import { judgeImage } from './image-readers.service.ts';

/** Updates of features that depend on questions and live in higher districts. */
const questionUses = { refresh: masteryFollowsQuestion };

/** Registered after the lessons: a change of the topic tree invalidates their cache. */
export const curriculum: Feature = {
  routes: [
    curriculumRoutes,
    (app, deps) => imageRoutes(app, deps, judgeImage),
    (app, deps) => questionBankRoutes(app, deps, questionUses),
    (app, deps) => annulmentRoutes(app, deps, questionUses),
  ],
};
