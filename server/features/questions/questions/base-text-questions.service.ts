import type { BaseText } from '#contract/questions/base-text.ts';
import type { Tx } from '#server/db/handle.ts';
import { admitToBank } from './bank-questions.service.ts';
import { listQuestionsOfText, setTextOfDrafts, touchQuestions } from './base-text-questions.store.ts';
import { findQuestionContents } from './question-contents.store.ts';
import { describeContents } from './question-work.service.ts';
import { insertNextVersions } from './questions.store.ts';

/**
 * A text, which the caller holds, has a new version: the questions of the bank that are read with it get one, too.
 * What nobody but its author has seen, a draft's question, is read with the new text at once.
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
  // Whoever saves a question of this text waits for the text anyway: nobody else is held up.
  await admitToBank(tx, versions, await describeContents(contents, person));
  await touchQuestions(
    tx,
    versions.map(({ questionId }) => questionId),
    now,
  );
}
