import type { Feature } from '#server/feature.ts';
import { trialRoutes } from './trial.routes.ts';

export const trial: Feature = { routes: [trialRoutes] };
