import type { Feature } from '../../feature.ts';
import { trialRoutes } from './trial.routes.ts';

export const trial: Feature = { routes: [trialRoutes] };
