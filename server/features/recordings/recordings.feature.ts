import type { Feature } from '../../feature.ts';
import { embedRoutes } from './embed.routes.ts';

export const recordings: Feature = { routes: [embedRoutes] };
