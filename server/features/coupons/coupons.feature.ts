import type { Feature } from '../../feature.ts';
import { couponRoutes } from './coupons.routes.ts';

export const coupons: Feature = { routes: [couponRoutes] };
