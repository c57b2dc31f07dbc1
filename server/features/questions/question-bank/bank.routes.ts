import type { FastifyInstance } from 'fastify';
import type { QueryOf } from '#contract/endpoint.ts';
import { KEY_FILE_MAX_BYTES, PDF_MAX_BYTES, QUESTION_FILE_MAX_BYTES } from '#contract/limits.ts';
import * as review from '#contract/questions/import-review.ts';
import * as bank from '#contract/questions/question-bank.ts';
import * as imports from '#contract/questions/question-import.ts';
import type { Deps } from '#server/deps.ts';
import type { QuestionUses } from '#server/features/questions/questions/question-uses.ts';
import { AppError, wrongField } from '#server/http/errors.ts';
import { route } from '#server/http/route.ts';
import { sendTextFile } from '#server/http/send-files.ts';
import { readForm, withUploads } from '#server/http/uploads.ts';
import { isPdf } from '#server/pdf/read-pdf-in-worker.ts';
import { listBank, listSimilar, readAnswers, readLabels, readQuestion } from './bank.service.ts';
import { changeStatus, createQuestion, removeQuestion, saveQuestion } from './bank-write.service.ts';
import { exportBank } from './export.service.ts';
import { csvTemplate } from './files/csv-write.ts';
import { applyKeys, keyFileTooLarge, readKeys } from './import-keys.service.ts';
import { fillAllLabels } from './import-labels.service.ts';
import { acceptEntry, cutEntry, leaveOutEntry, readPage, setPieces } from './import-review.service.ts';
import {
  chooseColumns,
  chooseTopics,
  confirmImport,
  correctAndRead,
  decideAlike,
  discardImport,
  listEntries,
  readImport,
  recogniseAndRead,
  uploadFile,
} from './imports.service.ts';
import { readVersions, restoreVersion } from './question-versions.service.ts';

const tooLargePdf = `O arquivo passa de ${PDF_MAX_BYTES / 1024 / 1024} MB. Divida-o em partes.`;
const tooLarge = `O arquivo passa de ${QUESTION_FILE_MAX_BYTES / 1024 / 1024} MB. Divida-o em partes.`;

const exportNames: Record<QueryOf<typeof bank.exportQuestions>['format'], string> = {
  csv: 'questoes.csv',
  gift: 'questoes.gift.txt',
  moodle: 'questoes.xml',
};

export async function questionBankRoutes(app: FastifyInstance, deps: Deps, uses: QuestionUses): Promise<void> {
  route(app, bank.listBankQuestions, ({ query, user }) => listBank(deps, user, query));
  route(app, bank.getBankLabels, ({ user }) => readLabels(deps, user));
  route(app, bank.createBankQuestion, ({ body, user }) => createQuestion(deps, user, body));
  route(app, bank.getBankQuestion, ({ params, user }) => readQuestion(deps.db, user, params.id));
  route(app, bank.listQuestionVersions, ({ params, user }) => readVersions(deps, user, params.id));
  route(app, bank.restoreQuestionVersion, ({ params, body, user }) => restoreVersion(deps, user, params.id, body));
  route(app, bank.listSimilarQuestions, ({ params, query, user }) => listSimilar(deps, user, params.id, query.besides));
  route(app, bank.getQuestionAnswers, ({ params, user, lagging }) => readAnswers(deps, lagging, user, params.id));
  route(app, bank.saveBankQuestion, ({ params, body, user }) => saveQuestion(deps, user, params.id, body));
  route(app, bank.setQuestionStatus, ({ params, body, user }) => changeStatus(deps, user, params.id, body));
  route(app, bank.deleteBankQuestion, ({ params, user }) => removeQuestion(deps, uses, user, params.id));

  route(app, bank.exportQuestions, async ({ query, reply, lagging }) => {
    const { format, ids, ...filter } = query;
    const chosen = ids === undefined ? filter : { ...filter, ids: ids.split(',').map(Number) };
    const content = await exportBank({ ...deps, db: lagging }, chosen, format);
    return sendTextFile(reply, exportNames[format], content);
  });
  route(app, bank.getImportTemplate, ({ reply }) => sendTextFile(reply, 'modelo-questoes.csv', csvTemplate()));

  await withUploads(app, (scope) => {
    route(scope, imports.readKeyFile, async ({ user, request, reply }) => {
      const rules = { maxBytes: KEY_FILE_MAX_BYTES, tooLarge: keyFileTooLarge };
      const { file, fields } = await readForm(request, reply, rules);
      if (!file) throw wrongField('file', 'Escolha um arquivo.');
      return readKeys(user, file, fields.recognise === 'true');
    });
    route(scope, imports.uploadQuestionFile, async ({ user, request, reply }) => {
      const rules = { maxBytes: PDF_MAX_BYTES, tooLarge: tooLargePdf };
      const { file, fields } = await readForm(request, reply, rules);
      if (!file) throw wrongField('file', 'Escolha um arquivo.');
      if (file.length > QUESTION_FILE_MAX_BYTES && !isPdf(file)) throw new AppError('too_large', tooLarge);
      return { made: await uploadFile(deps, user, file, fields.name ?? ''), isNew: true };
    });
  });
  route(app, imports.getQuestionImport, ({ params, user }) => readImport(deps, user, params.id));
  route(app, imports.listImportEntries, ({ params, query, user }) => listEntries(deps, user, params.id, query));
  route(app, imports.chooseImportColumns, ({ params, body, user }) => chooseColumns(deps, user, params.id, body));
  route(app, imports.applyImportKeys, ({ params, body, user }) => applyKeys(deps, user, params.id, body));
  route(app, imports.fillImportLabels, ({ params, body, user }) => fillAllLabels(deps, user, params.id, body));
  route(app, imports.correctImportEntry, ({ params, body, user }) => correctAndRead(deps, user, params, body));
  route(app, review.getImportPage, ({ params, user }) => readPage(deps, user, params));
  route(app, review.setImportPieces, ({ params, body, user }) => setPieces(deps, user, params, body));
  route(app, review.cutImportEntry, ({ params, body, user }) => cutEntry(deps, user, params, body));
  route(app, review.acceptImportEntry, ({ params, body, user }) => acceptEntry(deps, user, params, body));
  route(app, review.leaveOutImportEntry, ({ params, body, user }) => leaveOutEntry(deps, user, params, body));
  route(app, imports.decideImportEntry, ({ params, body, user }) => decideAlike(deps, user, params, body));
  route(app, imports.chooseImportTopics, ({ params, body, user }) => chooseTopics(deps, user, params.id, body));
  route(app, imports.confirmQuestionImport, ({ params, user }) => confirmImport(deps, user, params.id));
  route(app, imports.recogniseImportPages, ({ params, user }) => recogniseAndRead(deps, user, params.id));
  route(app, imports.discardQuestionImport, ({ params, user }) => discardImport(deps, user, params.id));
}
