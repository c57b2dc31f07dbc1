import { listTopics } from '#contract/content/topics.ts';
import { keys } from '#web/lib/query-keys.ts';
import { readQuery } from '#web/lib/read-query.ts';

/** The topics of a subject in natural order, each followed by its subtopics. */
export const topicsQuery = (subjectId: number) =>
  readQuery(listTopics, keys.topics.of(subjectId), { query: { subjectId } });

/** In a list of options a subtopic follows its topic. */
export const topicOption = (parentId: number | null, name: string) =>
  parentId === null ? name : `\u00a0\u00a0\u00a0${name}`;
