import type { Feature } from '#server/feature.ts';
import { offerRoutes } from './offers.routes.ts';

export const offers: Feature = { routes: [offerRoutes] };
