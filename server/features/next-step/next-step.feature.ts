import type { Feature } from '../../feature.ts';
import { nextStepRoutes } from './next-step.routes.ts';

export const nextStep: Feature = { routes: [nextStepRoutes] };
