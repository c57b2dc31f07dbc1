import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/content/syllabus.ts';
import { PDF_MAX_BYTES } from '#contract/limits.ts';
import { writeCsv } from '#server/csv/csv-cells.ts';
import type { Deps } from '#server/deps.ts';
import { wrongField } from '#server/http/errors.ts';
import { route } from '#server/http/route.ts';
import { sendTextFile } from '#server/http/send-files.ts';
import { readForm, withUploads } from '#server/http/uploads.ts';
import { readEditalFile } from './edital-file.service.ts';
import { listGaps, putSyllabus, readEdital, readSyllabus, syllabusRows } from './syllabus.service.ts';

export async function syllabusRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  route(app, contract.getSyllabus, ({ params }) => readSyllabus(deps.db, params.id));
  route(app, contract.listSyllabi, ({ query }) => listGaps(deps, { past: query.past === 'true' }));
  route(app, contract.saveSyllabus, ({ params, body, user }) => putSyllabus(deps, user, params.id, body));
  route(app, contract.parseSyllabus, ({ body, user }) => readEdital(deps, user, body.text));
  await withUploads(app, (scope) => {
    route(scope, contract.readSyllabusFile, async ({ user, request, reply }) => {
      const tooLarge = `O edital passa de ${PDF_MAX_BYTES / 1024 / 1024} MB. Divida-o em partes.`;
      const { file, fields } = await readForm(request, reply, { maxBytes: PDF_MAX_BYTES, tooLarge });
      if (!file) throw wrongField('file', 'Escolha um arquivo.');
      return readEditalFile(user, file, fields.recognise === 'true');
    });
  });
  route(app, contract.exportSyllabus, async ({ params, reply }) =>
    sendTextFile(reply, 'edital.csv', writeCsv(await syllabusRows(deps.db, params.id))),
  );
}
