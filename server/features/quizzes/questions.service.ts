import type { Db, Tx } from '../../db/connect.ts';
import { moveQuestionsToSubject } from './authoring/versions.store.ts';
import { findQuestionContents } from './question-content.store.ts';

/** A subject was merged into another: its questions go with it. */
export async function moveQuestions(tx: Tx, from: number, into: number): Promise<void> {
  await moveQuestionsToSubject(tx, from, into);
}

/** Questions with their key and comments: for services that decide who may see them, never sent out as they are. */
export async function readContents(db: Db | Tx, versionIds: readonly number[]) {
  return findQuestionContents(db, versionIds);
}
