import type { Feature } from '../../feature.ts';
import { annulmentRoutes } from './annulment.routes.ts';
import { questionBankRoutes } from './bank.routes.ts';
import { defineImportWork } from './imports.service.ts';
import { sampleBank } from './question-bank.sample.ts';

export const questionBank: Feature = {
  routes: [questionBankRoutes, annulmentRoutes],
  background: [defineImportWork],
  sample: (deps, { teacherId }) => sampleBank(deps, teacherId),
};
