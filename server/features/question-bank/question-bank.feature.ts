import type { Feature } from '../../feature.ts';
import { annulmentRoutes } from './annulment.routes.ts';
import { questionBankRoutes } from './bank.routes.ts';
import { questionChangeRoutes } from './changes.routes.ts';
import { questionFilterRoutes } from './filters.routes.ts';
import { defineImportWork } from './imports.service.ts';

export const questionBank: Feature = {
  routes: [questionBankRoutes, questionChangeRoutes, questionFilterRoutes, annulmentRoutes],
  background: [defineImportWork],
};
