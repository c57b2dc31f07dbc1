import type { FastifyInstance } from 'fastify';
import { endpoints } from '../../contract/index.ts';
import * as contract from '../../contract/system.ts';
import type { Deps } from '../deps.ts';
import type { School } from '../school/school.ts';
import { apiPage } from './api-page.ts';
import { AppError } from './errors.ts';
import { openApi } from './openapi.ts';
import { route } from './route.ts';
import { isWritable } from './system.store.ts';

export function systemRoutes(app: FastifyInstance, deps: Deps): void {
  // Long texts, made anew when the school is called otherwise.
  const written = (school: School) => ({
    school,
    json: JSON.stringify(openApi(endpoints, school)),
    page: apiPage(endpoints, school),
  });
  let last = written(deps.school.now);
  const documents = () => {
    if (last.school.schoolName !== deps.school.now.schoolName) last = written(deps.school.now);
    return last;
  };

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

  route(app, contract.openApiDocument, ({ reply }) =>
    reply.type('application/json; charset=utf-8').send(documents().json),
  );

  route(app, contract.apiDocs, ({ reply }) =>
    reply
      .header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
      .type('text/html; charset=utf-8')
      .send(documents().page),
  );
}
