import type { Feature } from '#server/feature.ts';
import { firstDayRoutes } from './first-day.routes.ts';

export const firstDay: Feature = { routes: [firstDayRoutes] };
