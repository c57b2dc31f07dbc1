import type { Feature } from '#server/feature.ts';
import { correctionRoutes } from './corrections.routes.ts';

export const corrections: Feature = { routes: [correctionRoutes] };
