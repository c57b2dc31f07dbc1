import type { Feature } from '#server/feature.ts';
import { definePrivacyMails } from './privacy.mails.ts';
import { privacyRoutes } from './privacy.routes.ts';
import { defineRetention } from './retention.ts';

export const privacy: Feature = {
  routes: [privacyRoutes],
  background: [defineRetention, definePrivacyMails],
};
