import type { Feature } from '#server/feature.ts';
import { defineConfirming } from './confirming.service.ts';
import { statementRoutes } from './statements.routes.ts';
import { defineTakingBack } from './take-back.service.ts';

export const statements: Feature = { routes: [statementRoutes], background: [defineConfirming, defineTakingBack] };
