import type { Feature } from '#server/feature.ts';
import { promiseRoutes } from './promises.routes.ts';

export const landingPromises: Feature = { routes: [promiseRoutes] };
