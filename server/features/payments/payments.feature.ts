import type { Feature } from '../../feature.ts';
import { definePaymentMails } from './payments.mails.ts';
import { paymentRoutes } from './payments.routes.ts';

export const payments: Feature = {
  routes: [paymentRoutes],
  background: [definePaymentMails],
};
