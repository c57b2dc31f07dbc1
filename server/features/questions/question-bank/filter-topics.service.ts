import type { Tx } from '#server/db/handle.ts';
import { followTopics, setSubjectOfFilters, setTopicOfFilters } from './filters.store.ts';

/** Topics were moved to another subject. */
export const filtersFollowTopics = (tx: Tx, topicIds: readonly number[]): Promise<void> => followTopics(tx, topicIds);

/** A topic was merged into another. */
export const moveFiltersToTopic = (tx: Tx, from: number, into: number): Promise<void> =>
  setTopicOfFilters(tx, from, into);

/** A subject was merged into another. */
export const moveFilters = (tx: Tx, from: number, into: number): Promise<void> => setSubjectOfFilters(tx, from, into);
