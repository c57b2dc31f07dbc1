import type { Feature } from '#server/feature.ts';
import { newsRoutes } from './news.routes.ts';

export const news: Feature = { routes: [newsRoutes] };
