import type { Feature } from '#server/feature.ts';
import { moneyRoutes } from './money.routes.ts';

export const money: Feature = { routes: [moneyRoutes] };
