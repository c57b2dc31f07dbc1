import type { Feature } from '#server/feature.ts';
import { defineCouponReservations } from './coupon-reservations.service.ts';
import { orderRoutes } from './orders.routes.ts';
import { definePaymentMails } from './payments.mails.ts';
import { paymentRoutes } from './payments.routes.ts';
import { defineReceivedAmounts } from './received-amounts.service.ts';
import { defineTriage } from './triage/triage.service.ts';

export const payments: Feature = {
  routes: [paymentRoutes, orderRoutes],
  background: [definePaymentMails, defineTriage, defineCouponReservations, defineReceivedAmounts],
};
