import type { Feature } from '#server/feature.ts';
import { defineAnswerWork } from './answer-log.service.ts';
import { defineChoiceWork } from './night/choice.service.ts';
import { defineFitWork } from './night/fit.service.ts';
import { defineMemoryMeasure } from './night/measure.service.ts';
import { defineReviewReminders } from './reminders.service.ts';
import { reviewRoutes } from './review.routes.ts';

export const review: Feature = {
  routes: [reviewRoutes],
  background: [defineAnswerWork, defineChoiceWork, defineFitWork, defineMemoryMeasure, defineReviewReminders],
};
