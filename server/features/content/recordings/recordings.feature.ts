import type { Feature } from '#server/feature.ts';
import { captionRoutes } from './captions/captions.routes.ts';
import { embedRoutes } from './embed.routes.ts';
import { recordingRoutes } from './recordings.routes.ts';
import { defineRenditions } from './renditions/renditions.service.ts';
import { recordingUploadRoutes } from './uploads.routes.ts';
import { leftUploads } from './uploads.service.ts';

export const recordings: Feature = {
  routes: [embedRoutes, recordingRoutes, captionRoutes, recordingUploadRoutes],
  background: [defineRenditions],
  expired: leftUploads,
};
