import type { Tx } from '#server/db/handle.ts';
import type { After } from '#server/db/transact.ts';

/**
 * What stands on topics and goes with them, in the same transaction. Handed in (curriculum/): the features that point at
 * topics stand on this one, which knows none of them.
 */
export type TopicUses = {
  /** Topics were renamed or moved to another subject. Answers with the lessons that changed. */
  carry(tx: Tx, topicIds: readonly number[]): Promise<number[]>;
  /** What stands on one topic stands on another from now on. */
  fold(tx: Tx, from: number, into: { id: number; name: string }): Promise<void>;
  lessonsOf(tx: Tx, topicIds: readonly number[]): Promise<number[]>;
  /** Invalidates cached responses that show these lessons and subjects. */
  forget(tx: Tx, after: After, lessonIds: readonly number[], subjectIds: readonly number[]): Promise<void>;
};
