import type { Feature } from '#server/feature.ts';
import { defineCitationSearch } from './citing/citations.service.ts';
import { lawRoutes } from './laws.routes.ts';

export const laws: Feature = { routes: [lawRoutes], background: [defineCitationSearch] };
