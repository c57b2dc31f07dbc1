import type { Feature } from '#server/feature.ts';
import { questionChangeRoutes } from './changes.routes.ts';
import { questionFilterRoutes } from './filters.routes.ts';
import { defineComparing } from './import-alike.service.ts';
import { defineScanWork } from './import-scans.service.ts';
import { defineImportWork } from './imports.service.ts';
import { questionPairRoutes } from './pairs.routes.ts';
import { definePairWork } from './pairs.service.ts';

/** The bank's own routes are registered by school/curriculum, which passes in what depends on a question. */
export const questionBank: Feature = {
  routes: [questionChangeRoutes, questionFilterRoutes, questionPairRoutes],
  background: [defineImportWork, defineScanWork, defineComparing, definePairWork],
};
