import type { Feature } from '#server/feature.ts';
import { waitingCountsRoutes } from './waiting-counts.routes.ts';

export const waitingCounts: Feature = { routes: [waitingCountsRoutes] };
