import type { Feature } from '../../feature.ts';
import { annulmentRoutes } from './annulment.routes.ts';
import { questionBankRoutes } from './bank.routes.ts';
import { defineImportWork } from './imports.service.ts';

export const questionBank: Feature = {
  routes: [questionBankRoutes, annulmentRoutes],
  background: [defineImportWork],
};
