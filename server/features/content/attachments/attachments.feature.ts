import type { Feature } from '#server/feature.ts';
import { attachmentRoutes } from './attachments.routes.ts';

export const attachments: Feature = { routes: [attachmentRoutes] };
