import type { Feature } from '../../feature.ts';
import { promiseRoutes } from './promises.routes.ts';

export const landingPromises: Feature = { routes: [promiseRoutes] };
