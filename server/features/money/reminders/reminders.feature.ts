import type { Feature } from '#server/feature.ts';
import { defineReminderMails } from './reminders.mails.ts';
import { reminderRoutes } from './reminders.routes.ts';
import { defineReminders } from './reminders.service.ts';

export const reminders: Feature = { routes: [reminderRoutes], background: [defineReminderMails, defineReminders] };
