import type { Feature } from '#server/feature.ts';
import { defineNotificationWork } from './notifications.mails.ts';
import { notificationRoutes } from './notifications.routes.ts';

export const notifications: Feature = {
  routes: [notificationRoutes],
  background: [defineNotificationWork],
};
