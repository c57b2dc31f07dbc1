import type { Tx } from '#server/db/handle.ts';

/**
 * Updates that must run in the transaction that annuls, reinstates or deletes a question. The features that depend on
 * questions live in higher districts, so school/curriculum passes their updates in (as it does for topics).
 */
export type QuestionUses = {
  /** Runs before the question changes or is deleted. */
  refresh(tx: Tx, questionId: number): Promise<void>;
};
