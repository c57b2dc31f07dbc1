import type { Feature } from '#server/feature.ts';
import { defineStoredMailRelease } from './stored-mails.service.ts';
import { systemStateRoutes } from './system-state.routes.ts';

export const system: Feature = {
  routes: [systemStateRoutes],
  background: [defineStoredMailRelease],
};
