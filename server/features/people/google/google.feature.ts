import type { Feature } from '#server/feature.ts';
import { googleRoutes } from './google.routes.ts';
import { expiredFlows } from './google-flow.service.ts';

export const google: Feature = { routes: [googleRoutes], expired: expiredFlows };
