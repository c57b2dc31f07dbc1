import type { Feature } from '#server/feature.ts';
import { sitePageRoutes } from './site-pages.routes.ts';

export const sitePages: Feature = { routes: [sitePageRoutes] };
