import type { QuestionStatus } from '../../../contract/question-shapes.ts';
import type { Db, Tx } from '../../db/handle.ts';
import {
  admitVersions,
  deleteQuestion,
  listCurrentVersions,
  listKnownFingerprints,
  lockBankQuestion,
  updateBankQuestion,
  updateStatus,
} from './bank-questions.store.ts';
import { fingerprintOf } from './fingerprint.ts';
import { mapInTurns } from './in-turns.ts';
import type { QuestionContent } from './question.rules.ts';
import { findQuestionContents } from './question-contents.store.ts';
import { saveIndex } from './question-index.store.ts';
import { indexForms } from './question-index.ts';
import { insertNextVersions, type Labels } from './questions.store.ts';

/** Until the transaction ends nobody else changes it. */
export async function holdBankQuestion(tx: Tx, id: number) {
  return lockBankQuestion(tx, id);
}

/** Labels and, where `keptVersionId` is null, a next version of a question that is held. */
export async function changeBankQuestion(
  tx: Tx,
  id: number,
  change: Labels & QuestionContent & { keptVersionId: number | null },
  now: Date,
): Promise<void> {
  const [made] =
    change.keptVersionId === null ? await insertNextVersions(tx, [{ ...change, questionId: id }], now) : [];
  const currentVersionId = change.keptVersionId ?? made?.questionVersionId;
  if (currentVersionId === undefined) throw new Error(`The question ${id} got no version.`);
  await updateBankQuestion(tx, id, { ...change, currentVersionId, fingerprint: fingerprintOf(change), now });
  await saveIndex(tx, [{ questionId: id, ...indexForms(change, change) }]);
}

export async function changeQuestionStatus(
  tx: Tx,
  id: number,
  change: { status: QuestionStatus; reason: string; now: Date },
): Promise<void> {
  await updateStatus(tx, id, change);
}

/** Question versions of a published quiz. A question whose current version is newer stays as it is. */
export async function admitToBank(tx: Tx, versionIds: readonly number[]): Promise<void> {
  const contents = (await findQuestionContents(tx, versionIds)).map(({ statement, ...content }) => ({
    ...content,
    questionText: statement,
  }));
  const admitted = await admitVersions(
    tx,
    await mapInTurns(contents, (content) => ({
      questionId: content.questionId,
      versionId: content.id,
      fingerprint: fingerprintOf(content),
    })),
  );
  const byQuestion = new Map(contents.map((content) => [content.questionId, content]));
  const entries = await mapInTurns(admitted, ({ questionId, ...labels }) => {
    const content = byQuestion.get(questionId);
    return content ? [{ questionId, ...indexForms(content, labels) }] : [];
  });
  await saveIndex(tx, entries.flat());
}

/** Fails by a foreign key where a quiz or a practice holds it. */
export async function deleteBankQuestion(tx: Tx, id: number): Promise<void> {
  await deleteQuestion(tx, id);
}

/** Of these fingerprints, as hex, those that the bank has already. */
export async function knownFingerprints(db: Db | Tx, fingerprints: readonly string[]): Promise<ReadonlySet<string>> {
  return listKnownFingerprints(
    db,
    fingerprints.map((fingerprint) => Buffer.from(fingerprint, 'hex')),
  );
}

export async function readCurrentVersions(db: Db | Tx, questionIds: readonly number[]) {
  return listCurrentVersions(db, questionIds);
}
