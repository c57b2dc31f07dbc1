import type { Feature } from '#server/feature.ts';
import { certificateRoutes } from './certificates.routes.ts';
import { defineCertificateWork } from './certificates.service.ts';

export const certificates: Feature = {
  routes: [certificateRoutes],
  background: [defineCertificateWork],
};
