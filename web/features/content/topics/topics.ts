import { queryOptions } from '@tanstack/react-query';
import { listTopics } from '#contract/content/topics.ts';
import { call } from '#web/lib/api.ts';
import { keys } from '#web/lib/query-keys.ts';

/** The topics of a subject in natural order, each followed by its subtopics. */
export const topicsQuery = (subjectId: number) =>
  queryOptions({
    queryKey: keys.topics.of(subjectId),
    queryFn: ({ signal }) => call(listTopics, { query: { subjectId }, signal }),
  });

/** In a list of options a subtopic follows its topic. */
export const topicOption = (parentId: number | null, name: string) =>
  parentId === null ? name : `\u00a0\u00a0\u00a0${name}`;
