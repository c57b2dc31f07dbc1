import type { Feature } from '../../feature.ts';
import { googleRoutes } from './google.routes.ts';

export const google: Feature = { routes: [googleRoutes] };
