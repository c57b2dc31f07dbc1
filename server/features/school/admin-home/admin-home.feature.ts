import type { Feature } from '#server/feature.ts';
import { adminHomeRoutes } from './admin-home.routes.ts';
import { defineStudentCounts } from './student-counts.service.ts';

export const adminHome: Feature = { routes: [adminHomeRoutes], background: [defineStudentCounts] };
