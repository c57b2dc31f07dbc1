import type { Feature } from '#server/feature.ts';
import { quizStatisticsRoutes } from './statistics.routes.ts';

export const quizStatistics: Feature = {
  routes: [quizStatisticsRoutes],
};
