import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/platform/audit.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { sendTextFile } from '#server/http/send-files.ts';
import { exportAudit, listAudit } from './audit-list.service.ts';

export function auditRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.listAuditEvents, ({ query }) => listAudit(deps, query));

  route(app, contract.exportAuditEvents, async ({ query, reply, lagging }) =>
    sendTextFile(reply, 'auditoria.csv', await exportAudit(lagging, query)),
  );
}
