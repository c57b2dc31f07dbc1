import type { Feature } from '#server/feature.ts';
import { couponRoutes } from './coupons.routes.ts';

export const coupons: Feature = { routes: [couponRoutes] };
