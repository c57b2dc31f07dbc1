import type { BaseText } from '#contract/questions/base-text.ts';
import type { Tx } from '#server/db/handle.ts';
import { admitToBank } from './bank-questions.service.ts';
import { listQuestionsOfText, setTextOfDrafts, touchQuestions } from './base-text-questions.store.ts';
import { findQuestionContents } from './question-contents.store.ts';
import { describeContents } from './question-work.service.ts';
import { insertNextVersions } from './questions.store.ts';

/**
 * Propagates a new version of a base text, which the caller has locked: each question of the bank with this text gets
 * a new version, too. The question of a draft, which no student has seen, is updated in place.
 */
export async function changeTextOfQuestions(tx: Tx, text: BaseText, person: string, now: Date): Promise<void> {
  await setTextOfDrafts(tx, text.id, text.versionId);
  const versionIds = await listQuestionsOfText(tx, text.id);
  const contents = (await findQuestionContents(tx, versionIds)).map(({ statement, ...content }) => ({
    ...content,
    questionText: statement,
    baseText: text,
  }));
  if (contents.length === 0) return;
  const versions = await insertNextVersions(tx, contents, now);
  // Blocks only saves of questions with this text, which wait for the lock on the text anyway.
  await admitToBank(tx, versions, await describeContents(contents, person));
  await touchQuestions(
    tx,
    versions.map(({ questionId }) => questionId),
    now,
  );
}
