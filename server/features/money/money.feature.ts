import type { Feature } from '../../feature.ts';
import { moneyRoutes } from './money.routes.ts';

export const money: Feature = { routes: [moneyRoutes] };
