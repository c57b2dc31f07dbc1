import type { Feature } from '#server/feature.ts';
import { announcementRoutes } from './announcements.routes.ts';
import { defineAnnouncementWork } from './announcements.service.ts';

export const announcements: Feature = { routes: [announcementRoutes], background: [defineAnnouncementWork] };
