import type { FastifyInstance } from 'fastify';
import { listCertificates, verifyCertificate } from '#contract/content/certificates.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { listOwnCertificates, verify } from './certificates.service.ts';

export function certificateRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, listCertificates, ({ user }) => listOwnCertificates(deps, user.id));
  route(app, verifyCertificate, ({ params }) => verify(deps, params.code));
}
