import type { Feature } from '#server/feature.ts';
import { expiredTickets } from './gate/login-gate.service.ts';
import { secondFactorRoutes } from './second-factor.routes.ts';

export const secondFactor: Feature = { routes: [secondFactorRoutes], expired: expiredTickets };
