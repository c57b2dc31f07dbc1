import type { Feature } from '#server/feature.ts';
import { chargeRoutes } from './charges.routes.ts';
import { defineCharges } from './charges.service.ts';

export const charges: Feature = { routes: [chargeRoutes], background: [defineCharges] };
