import type { Feature } from '../../feature.ts';
import { auditRoutes } from './audit.routes.ts';

export const audit: Feature = { routes: [auditRoutes] };
