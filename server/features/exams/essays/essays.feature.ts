import { DAY_MS } from '#contract/time.ts';
import type { Feature } from '#server/feature.ts';
import { defineCorrectionReturns } from './credits/overdue.service.ts';
import { deleteUnsavedComments } from './grading/comments.store.ts';
import { gradingRoutes } from './grading/grading.routes.ts';
import { essayPhotoRoutes } from './photos/photos.routes.ts';
import { essayRegradingRoutes } from './regrading/regrading.routes.ts';
import { defineRegrading } from './regrading/regrading.service.ts';
import { essayReviewRoutes } from './reviews/reviews.routes.ts';
import { essayThemeRoutes } from './themes/themes.routes.ts';
import { essayRoutes } from './writing/writing.routes.ts';

/** Days after which a comment that was never saved nor used again is deleted. */
const UNSAVED_COMMENT_DAYS = 180;

export const essays: Feature = {
  routes: [essayThemeRoutes, essayRoutes, essayPhotoRoutes, gradingRoutes, essayReviewRoutes, essayRegradingRoutes],
  background: [defineRegrading, defineCorrectionReturns],
  expired: ({ db, clock }) => ({
    essayComments: (limit) =>
      deleteUnsavedComments(db, new Date(clock.now().getTime() - UNSAVED_COMMENT_DAYS * DAY_MS), limit),
  }),
};
