import type { Feature } from '#server/feature.ts';
import { nextStepRoutes } from './next-step.routes.ts';

export const nextStep: Feature = { routes: [nextStepRoutes] };
