import type { Db, Tx } from '#server/db/handle.ts';
import { addWords } from './question-index.store.ts';
import { topicForms } from './question-index.ts';
import { deleteSampleQuestions, labelSampleQuestions, markSampleQuestions } from './questions-sample.store.ts';

/** Sets the topics of the sample quizzes: questions that were written inside a quiz have none. */
export async function labelQuestions(
  tx: Tx,
  authorId: string,
  labels: readonly { questionText: string; topic: string }[],
): Promise<void> {
  const labelled = await labelSampleQuestions(tx, authorId, labels);
  for (const [topic, rows] of Map.groupBy(labelled, (row) => row.topic)) {
    await addWords(
      tx,
      rows.map(({ id }) => id),
      topicForms(topic),
    );
  }
}

export const markQuestions = (db: Db | Tx, authorId: string) => markSampleQuestions(db, authorId);

/** Runs in the transaction of the removal, after the quizzes are deleted. */
export const removeSampleQuestions = (tx: Tx, loadedAt: Date) => deleteSampleQuestions(tx, loadedAt);
