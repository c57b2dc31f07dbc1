import type { Feature } from '#server/feature.ts';
import { accessRoutes } from './access.routes.ts';
import { defineAccessWork } from './access.service.ts';

export const access: Feature = { routes: [accessRoutes], background: [defineAccessWork] };
