import type { Tx } from '../../db/connect.ts';
import { moveQuestionsToSubject } from './versions.store.ts';

/** A subject was merged into another: its questions go with it. */
export async function moveQuestions(tx: Tx, from: number, into: number): Promise<void> {
  await moveQuestionsToSubject(tx, from, into);
}
