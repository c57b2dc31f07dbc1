import type { Feature } from '#server/feature.ts';
import { annulmentRoutes } from './annulment.routes.ts';
import { questionBankRoutes } from './bank.routes.ts';
import { questionChangeRoutes } from './changes.routes.ts';
import { questionFilterRoutes } from './filters.routes.ts';
import { defineComparing } from './import-alike.service.ts';
import { defineImportWork } from './imports.service.ts';
import { questionPairRoutes } from './pairs.routes.ts';
import { definePairWork } from './pairs.service.ts';

export const questionBank: Feature = {
  routes: [questionBankRoutes, questionChangeRoutes, questionFilterRoutes, questionPairRoutes, annulmentRoutes],
  background: [defineImportWork, defineComparing, definePairWork],
};
