import type { Feature } from '#server/feature.ts';
import { questionReportRoutes } from './question-reports.routes.ts';

export const questionReports: Feature = { routes: [questionReportRoutes] };
