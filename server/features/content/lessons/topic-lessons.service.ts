import type { Db, Tx } from '#server/db/handle.ts';
import type { Shared } from '#server/db/shared.ts';
import { listTopicLessons, type TopicLesson } from './topic-lessons.store.ts';

export type { TopicLesson };

export type TopicLessons = {
  /** The lessons of each topic, the oldest first. */
  byTopic: ReadonlyMap<number, { lessons: readonly TopicLesson[]; words: number }>;
  byId: ReadonlyMap<number, TopicLesson>;
};

export const readTopicLessons = (db: Db | Tx, shared: Shared): Promise<TopicLessons> =>
  shared.get('lessons', 'by topic', async () => {
    const all = await listTopicLessons(db);
    const byTopic = [...Map.groupBy(all, ({ topicId }) => topicId)].map(
      ([topicId, lessons]) =>
        [topicId, { lessons, words: lessons.reduce((sum, { wordCount }) => sum + wordCount, 0) }] as const,
    );
    return { byTopic: new Map(byTopic), byId: new Map(all.map((lesson) => [lesson.id, lesson])) };
  });
