import type { QuestionStatus } from '#contract/question-status.ts';
import type { QuestionContent } from '#contract/questions/question-rules.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import { type FoundContent, findQuestionContents } from './question-contents.store.ts';
import { addWords, saveIndex } from './question-index.store.ts';
import { labelForms, topicForms } from './question-index.ts';
import type { Described } from './question-work.ts';
import {
  deleteUnused,
  followTopics,
  insertNextVersions,
  insertQuestions,
  type Labels,
  listByKeys,
  listRightOptions,
  lockSubjectsForShare,
  moveToSubject,
  type QuestionVersion,
  setTopicOfQuestions,
  updateSubjects,
} from './questions.store.ts';

const unlabelled = { topicId: null, topic: '', source: '', year: null, difficulty: null };

/** Adds the questions of a quiz draft. They are not in the bank until the quiz is published. */
export async function addDraftQuestions(
  tx: Tx,
  authorId: string | null,
  questions: readonly (QuestionContent & { subjectId: number | null })[],
  now: Date,
): Promise<QuestionVersion[]> {
  return insertQuestions(
    tx,
    authorId,
    questions.map((question) => ({
      ...question,
      ...unlabelled,
      status: 'active',
      statusReason: '',
      creationKey: null,
      fingerprint: null,
    })),
    now,
  );
}

type NewBankQuestion = Labels &
  QuestionContent & { status: QuestionStatus; statusReason: string; creationKey: string | null };

/** Adds questions to the bank and to its search index. Their contents are cleaned, checked and described. */
export async function addBankQuestions(
  tx: Tx,
  authorId: string | null,
  questions: readonly NewBankQuestion[],
  { fingerprints, forms }: Described,
  now: Date,
): Promise<number[]> {
  const rows = questions.map((question, at) => ({ ...question, fingerprint: fingerprints[at] ?? null }));
  const ids = (await insertQuestions(tx, authorId, rows, now)).map(({ questionId }) => questionId);
  const entries = questions.map((question, at) => ({ questionId: ids[at] ?? 0, at, ...labelForms(question) }));
  await saveIndex(tx, forms, entries);
  return ids;
}

/** Adds new versions of different questions. Quizzes and attempts keep the versions that they have. */
export async function addNextVersions(
  tx: Tx,
  changes: readonly (QuestionContent & { questionId: number })[],
  now: Date,
): Promise<QuestionVersion[]> {
  return insertNextVersions(tx, changes, now);
}

export async function changeSubjects(
  tx: Tx,
  changes: readonly { questionId: number; subjectId: number | null }[],
): Promise<void> {
  await updateSubjects(tx, changes);
}

/** Filters subjects to those that exist, and locks them until the transaction ends. */
export async function lockExistingSubjects(tx: Tx, ids: readonly number[]): Promise<ReadonlySet<number>> {
  return new Set(await lockSubjectsForShare(tx, ids));
}

/** A subject was merged into another: moves its questions. */
export async function moveQuestions(tx: Tx, from: number, into: number): Promise<void> {
  await moveToSubject(tx, from, into);
}

/** Topics were renamed or moved to another subject: updates their questions and the search index. */
export async function questionsFollowTopics(tx: Tx, topicIds: readonly number[]): Promise<void> {
  const changed = await followTopics(tx, topicIds);
  for (const [topic, rows] of Map.groupBy(changed, (row) => row.topic)) {
    await addWords(
      tx,
      rows.map(({ id }) => id),
      topicForms(topic),
    );
  }
}

/** A topic was merged into another: moves its questions and updates the search index. */
export async function moveQuestionsToTopic(tx: Tx, from: number, into: { id: number; name: string }): Promise<void> {
  await addWords(tx, await setTopicOfQuestions(tx, from, into.id), topicForms(into.name));
}

/** Deletes questions and versions of a draft that nothing else uses. */
export async function dropUnusedQuestions(tx: Tx, questionIds: readonly number[]): Promise<void> {
  await deleteUnused(tx, questionIds);
}

/** Questions with key and comments, for services that decide who may see them. Never send this to a client. */
export async function readContents(db: Db | Tx, versionIds: readonly number[]): Promise<FoundContent[]> {
  return findQuestionContents(db, versionIds);
}

/** Questions that earlier requests with these keys have created. */
export async function findQuestionsByKeys(db: Db | Tx, creationKeys: readonly string[]) {
  return listByKeys(db, creationKeys);
}

/**
 * The right options of the current versions of these questions. Used by the sample school, which has to answer them.
 */
export const readRightOptions = async (db: Db, questionIds: readonly number[]): Promise<ReadonlySet<number>> =>
  new Set(await listRightOptions(db, questionIds));
