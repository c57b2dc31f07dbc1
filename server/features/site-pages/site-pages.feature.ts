import type { Feature } from '../../feature.ts';
import { sitePageRoutes } from './site-pages.routes.ts';

export const sitePages: Feature = { routes: [sitePageRoutes] };
