import type { Feature } from '#server/feature.ts';
import { doubtRoutes } from './doubts.routes.ts';

export const doubts: Feature = { routes: [doubtRoutes] };
