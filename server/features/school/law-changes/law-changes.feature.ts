import type { Feature } from '#server/feature.ts';
import { lawChangeRoutes } from './law-changes.routes.ts';
import { defineLawChangeWork } from './law-changes.service.ts';

export const lawChanges: Feature = { routes: [lawChangeRoutes], background: [defineLawChangeWork] };
