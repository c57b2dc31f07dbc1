import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/school/school-exports.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { openExport, readLatest, requestExport } from './school-exports.service.ts';

export function schoolArchiveRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.getSchoolExport, () => readLatest(deps));
  route(app, contract.requestSchoolExport, ({ user }) => requestExport(deps, user));
  route(app, contract.downloadSchoolExport, async ({ user, params, reply }) => {
    const { stream, size, name } = await openExport(deps, user, params.id);
    return reply
      .type('application/zip')
      .header('Content-Length', size)
      .header('Content-Disposition', `attachment; filename="${name}"`)
      .header('Cache-Control', 'private, no-store')
      .send(stream);
  });
}
