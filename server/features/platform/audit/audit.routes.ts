import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/platform/audit.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { exportAudit, listAudit } from './audit-list.service.ts';

export function auditRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.listAuditEvents, ({ query }) => listAudit(deps, query));

  route(app, contract.exportAuditEvents, async ({ query, reply, lagging }) =>
    reply
      .header('content-disposition', 'attachment; filename="auditoria.csv"')
      .header('cache-control', 'no-store')
      .type('text/csv; charset=utf-8')
      .send(await exportAudit(lagging, query)),
  );
}
