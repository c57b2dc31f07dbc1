import type { FastifyInstance } from 'fastify';
import * as documents from '#contract/people/documents.ts';
import * as contract from '#contract/people/people.ts';
import * as imports from '#contract/people/people-imports.ts';
import { writeCsv } from '#server/csv/csv-cells.ts';
import type { Deps } from '#server/deps.ts';
import { enrollMany } from '#server/features/content/courses/enrollments.service.ts';
import {
  changeEmailOf,
  giveBlockReason,
  inviteTeacherByHand,
  sendPasswordLinkTo,
} from '#server/features/people/accounts/office.service.ts';
import { route } from '#server/http/route.ts';
import { sendTextFile } from '#server/http/send-files.ts';
import { readForm, withUploads } from '#server/http/uploads.ts';
import { findByCpf, saveCpf, showCpf } from './documents/documents.service.ts';
import {
  checkLines,
  previewPeople,
  readImport,
  sendLetters,
  startImport,
  undoImport,
} from './imports/people-imports.service.ts';
import {
  approveMany,
  dropNote,
  endAccess,
  listForExport,
  previewStudents,
  readPerson,
  resend,
  writeNote,
  writeStudentsIn,
} from './people.service.ts';

const rules = { maxBytes: contract.IMPORT_MAX_BYTES, tooLarge: 'O arquivo deve ter no máximo 20 MB.' };

export async function peopleRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  const { sessions } = app;

  route(app, contract.approveUsers, ({ body, user }) => approveMany(deps, sessions, user, body.ids));

  route(app, contract.exportUsers, async ({ query, reply, lagging }) =>
    sendTextFile(reply, 'usuarios.csv', writeCsv(await listForExport({ ...deps, db: lagging }, query))),
  );

  route(app, contract.getPerson, ({ params, user }) => readPerson(deps, user, params.id));

  route(app, contract.setBlockReason, ({ params, body, user }) => giveBlockReason(deps, user, params.id, body.reason));

  route(app, contract.sendPasswordLink, ({ params, user }) => sendPasswordLinkTo(deps, user, params.id));

  route(app, contract.changeUserEmail, ({ params, body, user }) =>
    changeEmailOf(deps, sessions, user, params.id, body.email),
  );

  route(app, contract.resendMail, ({ params, user }) => resend(deps, user, params.id, params.mailId));

  route(app, contract.endUserAccess, ({ params, body, user }) =>
    endAccess(deps, app.sessions, user, { id: params.id, reason: body.reason }),
  );

  route(app, contract.addNote, ({ params, body, user }) => writeNote(deps, user, params.id, body));

  route(app, contract.deleteNote, ({ params, user }) => dropNote(deps, user, params.id, params.noteId));

  route(app, documents.findPersonByCpf, ({ body, user }) => findByCpf(deps, user, body.cpf));

  route(app, documents.showCpf, ({ params, user }) => showCpf(deps, user, params.id));

  route(app, documents.saveCpf, ({ params, body, user }) => saveCpf(deps, user, params.id, body.cpf));

  route(app, contract.inviteTeacher, ({ body, user }) => inviteTeacherByHand(deps, user, body));

  await withUploads(app, (scope) => {
    route(scope, imports.previewPeople, async ({ user, request, reply }) => {
      const { file, fields } = await readForm(request, reply, rules);
      return previewPeople(deps, user, { file, mapping: fields.mapping });
    });

    route(scope, contract.previewImport, async ({ user, request, reply }) => {
      const { file } = await readForm(request, reply, rules);
      return previewStudents(deps, user, file);
    });
  });

  route(app, imports.checkPeopleLines, async ({ body, user }) => ({ rows: await checkLines(deps, user, body.lines) }));

  route(app, imports.startPeopleImport, ({ body, user }) => startImport(deps, user, body));

  route(app, imports.getPeopleImport, ({ params }) => readImport(deps, params.id));

  route(app, imports.sendImportLetters, ({ params, user }) => sendLetters(deps, user, params.id));

  route(app, imports.undoPeopleImport, ({ params, user }) => undoImport(deps, user, params.id));

  route(app, contract.importStudents, ({ body, user }) => writeStudentsIn(deps, sessions, user, body));

  route(app, contract.enrollGroup, ({ params, body }) => enrollMany(deps, params.id, body.ids));
}
