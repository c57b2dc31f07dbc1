import type { Db, Tx } from '#server/db/handle.ts';
import type { Shared } from '#server/db/shared.ts';
import { listActiveQuestions } from './active-questions.store.ts';

/** A question with its current version and labels. */
export type ActiveQuestion = {
  questionId: number;
  versionId: number;
  subject: string | null;
  topicId: number | null;
  topic: string;
};

/** Ids of the bank's active questions, oldest first. Does not consider which student may see which question. */
export type ActiveQuestions = {
  byTopic: ReadonlyMap<number, readonly number[]>;
  /** One list for each subject; questions without a subject come last. */
  bySubject: readonly (readonly number[])[];
  byId: ReadonlyMap<number, ActiveQuestion>;
};

export const readActiveQuestions = (db: Db | Tx, shared: Shared): Promise<ActiveQuestions> =>
  shared.get('bank', 'questions', async () => {
    const parts = await listActiveQuestions(db);
    const inOrder = (some: readonly { ids: readonly number[] }[]) =>
      some.flatMap(({ ids }) => ids).sort((a, b) => a - b);
    const ofTopics = parts.flatMap(({ topicId, ids }) => (topicId === null ? [] : [{ topicId, ids }]));
    const byTopic = Map.groupBy(ofTopics, ({ topicId }) => topicId);
    const bySubject = Map.groupBy(parts, ({ subjectId }) => subjectId);
    const byId = new Map<number, ActiveQuestion>();
    for (const { subject, topicId, topic, ids, versionIds } of parts) {
      for (const [at, questionId] of ids.entries()) {
        byId.set(questionId, { questionId, versionId: versionIds[at] ?? 0, subject, topicId, topic });
      }
    }
    return {
      byTopic: new Map([...byTopic].map(([topicId, some]) => [topicId, inOrder(some)])),
      bySubject: [...bySubject.values()].map(inOrder),
      byId,
    };
  });
