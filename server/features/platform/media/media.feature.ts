import type { Feature } from '#server/feature.ts';
import { mediaLibraryRoutes } from './library.routes.ts';
import { defineMediaWork } from './library.service.ts';
import { mediaRoutes } from './media.routes.ts';

export const media: Feature = {
  routes: [mediaLibraryRoutes, mediaRoutes],
  background: [defineMediaWork],
};
