import type { Feature } from '#server/feature.ts';
import { defineSettingsMails } from './settings.mails.ts';
import { mailRoutes, settingsRoutes } from './settings.routes.ts';

export const settings: Feature = { routes: [settingsRoutes, mailRoutes], background: [defineSettingsMails] };
