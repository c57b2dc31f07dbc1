import type { BodyOf, QueryOf } from '#contract/endpoint.ts';
import type {
  chooseImportColumns,
  chooseImportTopics,
  correctImportEntry,
  decideImportEntry,
  listImportEntries,
  QuestionFileKind,
} from '#contract/questions/question-import.ts';
import { DAY_MS } from '#contract/time.ts';
import type { Tx } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { ensureSubjects, listMissingSubjects } from '#server/features/content/lessons/subjects.service.ts';
import { lockTopicTreeForShare } from '#server/features/content/topics/topics.service.ts';
import { recordAudit } from '#server/features/platform/audit/audit.service.ts';
import { ensureTexts } from '#server/features/questions/base-texts/base-texts.service.ts';
import { knownFingerprints } from '#server/features/questions/questions/bank-questions.service.ts';
import { describeContents } from '#server/features/questions/questions/question-work.service.ts';
import { addBankQuestions } from '#server/features/questions/questions/questions.service.ts';
import { AppError, notFound } from '#server/http/errors.ts';
import { cursorOf, offset, readPage } from '#server/http/paging.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { runAll } from '#server/jobs/each.ts';
import { forgetOldChanges, recordImport } from './changes.service.ts';
import { missingFields } from './files/csv-columns.ts';
import { compareLater, copyVerdicts, decideEntry } from './import-alike.service.ts';
import { countAlike, hasUncomparedEntries } from './import-alike.store.ts';
import { correctEntry } from './import-correct.service.ts';
import { countsOf, entriesOf, storeEntries } from './import-entries.service.ts';
import { countKeylessEntries, listAnnulledNumbers } from './import-keys.store.ts';
import { countPages, insertPages } from './import-review.store.ts';
import { offerScan, readScan, startScan } from './import-scans.service.ts';
import { findTable, insertTable, rememberColumns, rememberedColumns, replaceReading } from './import-tables.store.ts';
import { changeChoices, listNewTopics, type TopicsOfImport, topicsOfImport } from './import-topics.service.ts';
import * as store from './imports.store.ts';
import { readCompared } from './pairs.service.ts';
import { openQuestionFile, readFileInWorker } from './question-files.service.ts';

const JOB = 'import-questions';
const CHUNK = 250;
const STORED_DAYS = 7;
const FILE_NAME_MAX = 200;

/** Reads a file and stores its entries for the preview. No question is created yet. */
export async function uploadFile(deps: Deps, user: SessionUser, bytes: Buffer, name: string) {
  const opened = await openQuestionFile(deps, user, bytes, name);
  const sha256 = Buffer.from(await crypto.subtle.digest('SHA-256', Uint8Array.from(bytes)));
  const upload = { ownerId: user.id, fileName: cleanName(name), sha256, now: deps.clock.now() };
  if ('scannedPages' in opened) {
    return readImport(deps, user, await offerScan(deps, upload, bytes, opened.scannedPages));
  }
  const rules = { remembered: await rememberedColumns(deps.db), chosen: null, stored: opened.stored };
  const file = await readFileInWorker(opened.source, rules, user.id);
  const entries = await entriesOf(deps, file);
  const id = await transact(deps, async (tx) => {
    await store.deletePreviews(tx, user.id, sha256);
    const importId = await store.insertImport(tx, {
      ...upload,
      fileKind: file.kind,
      remarks: file.remarks,
      total: entries.length,
      layout: file.table?.layout ?? null,
      ...countsOf(entries),
    });
    if (file.table) await insertTable(tx, importId, file.table.rows);
    if (file.pages) await insertPages(tx, importId, file.pages);
    await storeEntries(tx, importId, entries);
    await compareLater(deps, tx, importId);
    return importId;
  });
  return readImport(deps, user, id);
}

const cleanName = (name: string) =>
  name
    .replace(/\p{Cc}/gu, '')
    .slice(0, FILE_NAME_MAX)
    .toWellFormed() || 'arquivo';

const alreadyBegun = () => new AppError('state_conflict', 'Esta importação já começou.', { status: 'importing' });

/** Reads the stored rows again with other columns, and remembers the columns for the school. */
export async function chooseColumns(
  deps: Deps,
  user: SessionUser,
  id: number,
  { headerLine, fields }: BodyOf<typeof chooseImportColumns>,
) {
  const { fileKind, state } = await own(deps, user, id);
  if (state !== 'preview') throw alreadyBegun();
  const rows = await findTable(deps.db, id);
  if (rows === null) throw new AppError('bad_request', 'Só planilhas têm colunas para escolher.');
  const twice = fields.find((field, at) => field !== null && fields.indexOf(field) !== at);
  if (twice) throw new AppError('bad_request', 'Duas colunas não podem ser a mesma coisa. Deixe uma delas de fora.');
  const rules = { remembered: await rememberedColumns(deps.db), chosen: { headerLine, fields }, stored: {} };
  const file = await readFileInWorker(
    { kind: 'rows', rows, fileKind: fileKind === 'xlsx' ? 'xlsx' : 'csv' },
    rules,
    user.id,
  );
  const entries = await entriesOf(deps, file);
  const layout = file.table?.layout ?? null;
  await transact(deps, async (tx) => {
    await store.lockImport(tx, id);
    const read = { layout, remarks: file.remarks, total: entries.length, ...countsOf(entries) };
    if (!(await replaceReading(tx, id, read))) {
      throw alreadyBegun();
    }
    await storeEntries(tx, id, entries);
    await compareLater(deps, tx, id);
    // An incomplete assignment is not remembered: the author is still choosing.
    const columns = layout?.columns ?? [];
    const isWhole = missingFields(columns.map(({ field }) => field)).length === 0;
    if (isWhole) await rememberColumns(tx, columns, deps.clock.now());
  });
  return readImport(deps, user, id);
}

export async function own(deps: Deps, user: SessionUser, id: number) {
  const row = await store.findImport(deps.db, id);
  if (row?.ownerId !== user.id) throw notFound('Importação não encontrada.');
  return row;
}

export async function readImport(deps: Deps, user: SessionUser, id: number) {
  const { ownerId: _, layout, comparedTo, annulledNumbers, ...row } = await own(deps, user, id);
  const isOpen = row.state !== 'done';
  const annulled = isOpen ? await listAnnulledNumbers(deps.db, id) : annulledNumbers;
  return {
    ...row,
    problemCount: row.problemCount - annulled.length,
    annulled,
    alikeCount: isOpen ? await countAlike(deps.db, id) : 0,
    keylessCount: isOpen ? await countKeylessEntries(deps.db, id) : 0,
    pageCount: isOpen ? await countPages(deps.db, id) : 0,
    scan: isOpen ? await readScan(deps, id) : null,
    isCompared: !isOpen || comparedTo === null || !(await hasUncomparedEntries(deps.db, id, comparedTo)),
    table: layout && { ...layout, missing: missingFields(layout.columns.map(({ field }) => field)) },
    fileKind: row.fileKind as QuestionFileKind,
    state: row.state as 'preview' | 'importing' | 'done',
    readyCount: row.total - row.problemCount - row.duplicateCount,
    newSubjects: isOpen ? await listMissingSubjects(deps.db, await store.listSubjectNames(deps.db, id)) : [],
    newTopics: isOpen ? await listNewTopics(deps.db, id) : [],
  };
}

const entriesCursor = cursorOf({ position: offset });

export async function listEntries(deps: Deps, user: SessionUser, id: number, query: QueryOf<typeof listImportEntries>) {
  const from = entriesCursor.from(query);
  await own(deps, user, id);
  const page = await readPage(from, {
    rows: ({ limit, after }) => store.listEntryRows(deps.db, id, query.only, { limit, after: after?.position ?? 0 }),
    total: store.countEntries(deps.db, id, query.only),
  });
  const compared = await readCompared(
    deps,
    user,
    page.rows.flatMap(({ likeQuestionId }) => likeQuestionId ?? []),
  );
  return {
    ...page,
    rows: page.rows.map(({ fingerprint: _, awaitsKey: __, warning: ___, likeQuestionId, likeness, ...row }) => {
      // Undefined when the question was deleted meanwhile.
      const question = likeQuestionId === null ? undefined : compared.get(likeQuestionId);
      return { ...row, alike: question && likeness !== null ? { likeness, question } : null };
    }),
  };
}

export async function correctAndRead(
  deps: Deps,
  user: SessionUser,
  { id, position }: { id: number; position: number },
  body: BodyOf<typeof correctImportEntry>,
) {
  await own(deps, user, id);
  await correctEntry(deps, user, id, position, body);
  return readImport(deps, user, id);
}

export async function decideAlike(
  deps: Deps,
  user: SessionUser,
  { id, position }: { id: number; position: number },
  { verdict }: BodyOf<typeof decideImportEntry>,
) {
  await own(deps, user, id);
  await decideEntry(deps, id, position, verdict);
  return readImport(deps, user, id);
}

/** Starts the recognition of the scanned pages of an exam. Idempotent. */
export async function recogniseAndRead(deps: Deps, user: SessionUser, id: number) {
  await own(deps, user, id);
  await startScan(deps, id);
  return readImport(deps, user, id);
}

/** Starts the import in the background. Idempotent. */
export async function confirmImport(deps: Deps, user: SessionUser, id: number) {
  const { total, problemCount, duplicateCount } = await own(deps, user, id);
  if (total - problemCount - duplicateCount === 0) {
    throw new AppError('bad_request', 'Não há questões novas para importar neste arquivo.');
  }
  await transact(deps, async (tx) => {
    const own = await store.countRunning(tx, user.id);
    // Lower priority for each running import of this person: the first import of another person goes first.
    if (await store.beginImport(tx, id)) {
      await deps.jobs.send(tx, JOB, { importId: id }, { key: String(id), priority: -own });
    }
  });
  return readImport(deps, user, id);
}

/** A `topicId` of null creates a new topic from the text. Texts that the body does not name keep their choice. */
export async function chooseTopics(deps: Deps, user: SessionUser, id: number, body: BodyOf<typeof chooseImportTopics>) {
  await own(deps, user, id);
  await transact(deps, (tx) => changeChoices(tx, id, body.choices));
  return readImport(deps, user, id);
}

export async function discardImport(deps: Deps, user: SessionUser, id: number): Promise<void> {
  await own(deps, user, id);
  if (!(await store.deletePreview(deps.db, id))) throw alreadyBegun();
}

/** Imports all ready questions in one transaction: a crash rolls everything back, and the job starts over. */
export async function runImport(deps: Deps, id: number): Promise<void> {
  await transact(deps, async (tx, after) => {
    await store.lockImports(tx);
    const row = await store.findImport(tx, id);
    if (row?.state !== 'importing') return;
    const now = deps.clock.now();
    await lockTopicTreeForShare(tx);
    const subjectIds = await ensureSubjects(deps, tx, after, await store.listSubjectNames(tx, id));
    const topicIds = await topicsOfImport(tx, id, subjectIds);
    const questionIds: number[] = [];
    for (let position = 0; ; ) {
      const entries = await store.listEntryRows(tx, id, 'ready', { limit: CHUNK, after: position });
      const last = entries.at(-1);
      if (!last) break;
      questionIds.push(...(await importChunk(tx, row.ownerId, entries, { importId: id, subjectIds, topicIds }, now)));
      position = last.position;
      await store.saveProgress(deps.db, id, position);
    }
    const imported = questionIds.length;
    await store.finishImport(tx, id, imported, now);
    await recordImport(tx, { authorId: row.ownerId, fileName: row.fileName, questionIds, now });
    const details = { imported, file: row.fileName };
    await recordAudit(tx, {
      at: now,
      actorId: row.ownerId,
      action: 'questions.imported',
      subject: `import:${id}`,
      details,
    });
  });
}

async function importChunk(
  tx: Tx,
  ownerId: string,
  entries: readonly store.FoundEntry[],
  {
    importId,
    subjectIds,
    topicIds,
  }: { importId: number; subjectIds: (name: string) => number | null; topicIds: TopicsOfImport },
  now: Date,
): Promise<number[]> {
  // Another import may have added some of them since the preview.
  const known = await knownFingerprints(
    tx,
    entries.flatMap(({ fingerprint }) => fingerprint ?? []),
  );
  const taken = entries.flatMap((entry) =>
    entry.question && entry.fingerprint && !known.has(entry.fingerprint)
      ? [{ ...entry, question: entry.question }]
      : [],
  );
  const fresh = taken.map(({ question }) => question);
  const texts = await ensureTexts(
    tx,
    ownerId,
    fresh.flatMap(({ baseText }) => baseText ?? []),
    now,
  );
  const next = texts.values();
  const questions = fresh.map((question) => ({
    ...question,
    ...topicIds(question),
    subjectId: subjectIds(question.subject),
    baseText: question.baseText ? (next.next().value ?? null) : null,
    creationKey: null,
    importId,
  }));
  // Waits for the worker inside the transaction: imports run one at a time, so at most one connection is blocked.
  const ids = await addBankQuestions(tx, ownerId, questions, await describeContents(questions, JOB), now);
  const stored = taken.map((entry, at) => ({ ...entry, questionId: ids[at] ?? 0 }));
  await copyVerdicts(tx, stored, ownerId, now);
  return ids;
}

export function defineImportWork(deps: Deps): void {
  deps.jobs.define<{ importId: number }>({ name: JOB, run: ({ importId }) => runImport(deps, importId) });
  deps.jobs.define({
    name: 'forget-question-imports',
    every: '17 4 * * *',
    run: () =>
      runAll(
        [
          () => store.deleteOldImports(deps.db, new Date(deps.clock.now().getTime() - STORED_DAYS * DAY_MS)),
          () => forgetOldChanges(deps),
        ],
        (step) => step(),
      ),
  });
}
