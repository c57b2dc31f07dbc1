import type { BodyOf } from '#contract/endpoint.ts';
import type { correctImportEntry } from '#contract/questions/question-import.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { knownFingerprints } from '#server/features/questions/questions/bank-questions.service.ts';
import { cleanQuestions } from '#server/features/questions/questions/question-work.service.ts';
import { AppError, notFound, requireFound, wrongField } from '#server/http/errors.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { bareQuestion, excerptOf, type FileQuestion } from './files/question-file.ts';
import { checkQuestion } from './files/read-file.ts';
import { compareLater } from './import-alike.service.ts';
import { findEntry, isRepeatedInFile, saveCorrection } from './import-correct.store.ts';
import { findImport, lockImport } from './imports.store.ts';

const alreadyBegun = () => new AppError('state_conflict', 'Esta importação já começou.', { status: 'importing' });

/** Saves the correction of an entry with a problem. It is checked like the file, and is ready afterwards. */
export async function correctEntry(
  deps: Deps,
  user: SessionUser,
  importId: number,
  position: number,
  body: BodyOf<typeof correctImportEntry>,
): Promise<void> {
  if ((await findImport(deps.db, importId))?.state !== 'preview') throw alreadyBegun();
  const before = await requireFound(findEntry(deps.db, importId, position), () => notFound('Questão não encontrada.'));
  const [cleaned] = await cleanQuestions([{ ...body, baseText: null }], user.id);
  if (!cleaned) throw new Error('The corrected question was lost.');
  const found: Partial<FileQuestion> = before.unfinished ?? {};
  const { baseText = null, status = 'active', statusReason = '', tags = [] } = found;
  const exam = { organ: body.organ ?? found.organ ?? '', post: body.post ?? found.post ?? '' };
  const question = { ...bareQuestion(cleaned), ...cleaned, ...exam, baseText, status, statusReason, tags };
  const entry = { line: before.line, excerpt: excerptOf(body.questionText) || before.excerpt, question, problem: null };
  const { fingerprint, question: ready, problem, excerpt } = checkQuestion(entry, question);
  if (!ready || !fingerprint) {
    const message = problem ?? 'Confira a questão.';
    throw wrongField('questionText', message);
  }
  await transact(deps, async (tx) => {
    await lockImport(tx, importId);
    const row = await findImport(tx, importId);
    const standing = await findEntry(tx, importId, position);
    if (row?.state !== 'preview' || !standing) throw alreadyBegun();
    // Idempotent: also the answer to a retry whose first answer was lost.
    if (standing.problem === null && standing.fingerprint === fingerprint) return;
    if (standing.problem === null) {
      throw new AppError('state_conflict', 'Esta questão já foi corrigida.', { status: 'ready' });
    }
    const isKnown = (await knownFingerprints(tx, [fingerprint])).has(fingerprint);
    const isRepeated = await isRepeatedInFile(tx, importId, position, fingerprint);
    await saveCorrection(tx, importId, position, {
      question: ready,
      fingerprint,
      excerpt,
      duplicate: isRepeated ? 'file' : isKnown ? 'bank' : null,
    });
    await compareLater(deps, tx, importId);
  });
}
