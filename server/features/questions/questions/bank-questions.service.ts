import type { QuestionStatus } from '#contract/question-status.ts';
import type { QuestionContent } from '#contract/questions/question-rules.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import {
  admitVersions,
  deleteQuestion,
  listCurrentVersions,
  listKnownFingerprints,
  lockBankQuestion,
  updateBankQuestion,
  updateStatus,
} from './bank-questions.store.ts';
import { saveIndex } from './question-index.store.ts';
import { labelForms } from './question-index.ts';
import type { Described } from './question-work.ts';
import { insertNextVersions, type Labels, type QuestionVersion } from './questions.store.ts';

/** Locks the question until the transaction ends. */
export async function lockQuestion(tx: Tx, id: number) {
  return lockBankQuestion(tx, id);
}

/**
 * Saves the labels and, when `keptVersionId` is null, a next version. The caller has locked the question. `organ` and
 * `post` are required, because the search index is written from all labels.
 */
export async function changeBankQuestion(
  tx: Tx,
  id: number,
  change: Labels & QuestionContent & { organ: string; post: string; keptVersionId: number | null },
  { fingerprints, forms }: Described,
  now: Date,
): Promise<void> {
  const [made] =
    change.keptVersionId === null ? await insertNextVersions(tx, [{ ...change, questionId: id }], now) : [];
  const currentVersionId = change.keptVersionId ?? made?.questionVersionId;
  if (currentVersionId === undefined) throw new Error(`The question ${id} got no version.`);
  const [fingerprint = ''] = fingerprints;
  await updateBankQuestion(tx, id, { ...change, currentVersionId, fingerprint, now });
  await saveIndex(tx, forms, [{ questionId: id, at: 0, ...labelForms(change) }]);
}

export async function changeQuestionStatus(
  tx: Tx,
  id: number,
  change: { status: QuestionStatus; reason: string; now: Date },
): Promise<void> {
  await updateStatus(tx, id, change);
}

/**
 * Adds the question versions of a published quiz to the bank. A question with a newer current version stays as it is.
 */
export async function admitToBank(
  tx: Tx,
  versions: readonly QuestionVersion[],
  { fingerprints, forms }: Described,
): Promise<void> {
  const admitted = await admitVersions(
    tx,
    versions.map((version, at) => ({ ...version, fingerprint: fingerprints[at] ?? '' })),
  );
  const places = new Map(versions.map(({ questionId }, at) => [questionId, at]));
  const entries = admitted.map(({ questionId, ...labels }) => ({
    questionId,
    at: places.get(questionId) ?? 0,
    ...labelForms(labels),
  }));
  await saveIndex(tx, forms, entries);
}

/** Fails by a foreign key when a quiz or a practice contains the question. */
export async function deleteBankQuestion(tx: Tx, id: number): Promise<void> {
  await deleteQuestion(tx, id);
}

/** Filters fingerprints (hex) to those that the bank already has. */
export async function knownFingerprints(db: Db | Tx, fingerprints: readonly string[]): Promise<ReadonlySet<string>> {
  return listKnownFingerprints(
    db,
    fingerprints.map((fingerprint) => Buffer.from(fingerprint, 'hex')),
  );
}

export async function readCurrentVersions(db: Db | Tx, questionIds: readonly number[]) {
  return listCurrentVersions(db, questionIds);
}
