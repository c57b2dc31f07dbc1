import type { Feature } from '#server/feature.ts';
import { defineAccountMails } from './accounts.mails.ts';
import { accountRoutes } from './accounts.routes.ts';
import { expiredOfAccounts } from './expired.service.ts';
import { profileRoutes } from './profile.routes.ts';

export const accounts: Feature = {
  routes: [accountRoutes, profileRoutes],
  background: [defineAccountMails],
  expired: expiredOfAccounts,
};
