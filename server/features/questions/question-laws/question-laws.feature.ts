import type { Feature } from '#server/feature.ts';
import { questionLawRoutes } from './question-laws.routes.ts';

export const questionLaws: Feature = { routes: [questionLawRoutes] };
