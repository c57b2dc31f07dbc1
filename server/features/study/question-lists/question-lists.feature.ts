import type { Feature } from '#server/feature.ts';
import { questionListRoutes } from './question-lists.routes.ts';

export const questionLists: Feature = { routes: [questionListRoutes] };
