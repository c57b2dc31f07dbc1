import type { Feature } from '../../feature.ts';
import { defineConfirming } from './confirming.service.ts';
import { statementRoutes } from './statements.routes.ts';

export const statements: Feature = { routes: [statementRoutes], background: [defineConfirming] };
