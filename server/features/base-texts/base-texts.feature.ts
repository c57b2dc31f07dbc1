import type { Feature } from '../../feature.ts';
import { baseTextRoutes } from './base-texts.routes.ts';

export const baseTexts: Feature = { routes: [baseTextRoutes] };
