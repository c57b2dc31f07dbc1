import type { Feature } from '#server/feature.ts';
import { adminHomeRoutes } from './admin-home.routes.ts';

export const adminHome: Feature = { routes: [adminHomeRoutes] };
