import type { Feature } from '#server/feature.ts';
import { chargeRoutes } from './charges.routes.ts';
import { defineCharges } from './charges.service.ts';
import { defineComparison } from './compare.service.ts';

export const charges: Feature = { routes: [chargeRoutes], background: [defineCharges, defineComparison] };
