import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/content/syllabus.ts';
import { writeCsv } from '#server/csv/csv-cells.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { listGaps, putSyllabus, readEdital, readSyllabus, syllabusRows } from './syllabus.service.ts';

export function syllabusRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.getSyllabus, ({ params }) => readSyllabus(deps.db, params.id));
  route(app, contract.listSyllabi, ({ query }) => listGaps(deps, { past: query.past === 'true' }));
  route(app, contract.saveSyllabus, ({ params, body, user }) => putSyllabus(deps, user, params.id, body));
  route(app, contract.parseSyllabus, ({ body }) => readEdital(deps, body.text));
  route(app, contract.exportSyllabus, async ({ params, reply }) =>
    reply
      .header('content-disposition', 'attachment; filename="edital.csv"')
      .header('cache-control', 'no-store')
      .type('text/csv; charset=utf-8')
      .send(writeCsv(await syllabusRows(deps.db, params.id))),
  );
}
