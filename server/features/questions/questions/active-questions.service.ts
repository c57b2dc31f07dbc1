import type { Db, Tx } from '#server/db/handle.ts';
import type { Shared } from '#server/db/shared.ts';
import { listActiveQuestions } from './active-questions.store.ts';

/** Ids of the bank's active questions, oldest first. Does not consider which student may see which question. */
export type ActiveQuestions = {
  byTopic: ReadonlyMap<number, readonly number[]>;
  /** One list for each subject; questions without a subject come last. */
  bySubject: readonly (readonly number[])[];
  topicOf: ReadonlyMap<number, number>;
};

export const readActiveQuestions = (db: Db | Tx, shared: Shared): Promise<ActiveQuestions> =>
  shared.get('bank', 'questions', async () => {
    const parts = await listActiveQuestions(db);
    const inOrder = (some: readonly { ids: readonly number[] }[]) =>
      some.flatMap(({ ids }) => ids).sort((a, b) => a - b);
    const ofTopics = parts.flatMap(({ topicId, ids }) => (topicId === null ? [] : [{ topicId, ids }]));
    const byTopic = Map.groupBy(ofTopics, ({ topicId }) => topicId);
    const bySubject = Map.groupBy(parts, ({ subjectId }) => subjectId);
    return {
      byTopic: new Map([...byTopic].map(([topicId, some]) => [topicId, inOrder(some)])),
      bySubject: [...bySubject.values()].map(inOrder),
      topicOf: new Map(ofTopics.flatMap(({ topicId, ids }) => ids.map((id) => [id, topicId] as const))),
    };
  });
