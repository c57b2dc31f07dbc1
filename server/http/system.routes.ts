import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/platform/system.ts';
import type { Deps } from '#server/deps.ts';
import { apiDocuments } from './api-documents.ts';
import { AppError } from './errors.ts';
import { route } from './route.ts';
import { isWritable } from './system.store.ts';

export function systemRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.health, () => ({ status: 'ok' as const }));

  const refuseWhileDraining = () => {
    if (app.isDraining()) throw new AppError('unavailable', 'O servidor está parando.');
  };

  route(app, contract.serving, () => {
    refuseWhileDraining();
    return { status: 'ok' as const };
  });

  route(app, contract.ready, async () => {
    refuseWhileDraining();
    if (!(await isWritable(deps.db))) throw new AppError('unavailable', 'O banco de dados só aceita leitura.');
    return { status: 'ok' as const };
  });

  route(app, contract.openApiDocument, async ({ reply }) => {
    const { json } = await apiDocuments(deps.school.now.schoolName);
    return reply.type('application/json; charset=utf-8').send(json);
  });

  route(app, contract.apiDocs, async ({ reply }) => {
    const { page } = await apiDocuments(deps.school.now.schoolName);
    return reply
      .header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
      .type('text/html; charset=utf-8')
      .send(page);
  });
}
