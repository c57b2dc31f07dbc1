import type { Feature } from '#server/feature.ts';
import { landingClaimRoutes, sitePageRoutes } from './site-pages.routes.ts';

export const sitePages: Feature = { routes: [sitePageRoutes, landingClaimRoutes] };
