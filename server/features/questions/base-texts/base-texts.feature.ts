import type { Feature } from '#server/feature.ts';
import { baseTextRoutes } from './base-texts.routes.ts';

export const baseTexts: Feature = { routes: [baseTextRoutes] };
