import type { Tx } from '#server/db/handle.ts';
import { lessonEntriesFollow } from '#server/features/platform/search/search.service.ts';
import { followTopics, listLessonsOfTopics, setTopic } from './lesson-topics.store.ts';
import { draftsFollowTopics, moveDraftsToTopic } from './writing/drafts.store.ts';

/** Deleted ones, too: they may come back. */
export async function lessonsOfTopics(tx: Tx, topicIds: readonly number[]): Promise<number[]> {
  return listLessonsOfTopics(tx, topicIds);
}

/** Topics have another subject: their lessons go with them. Answers with all of theirs. */
export async function lessonsFollowTopics(tx: Tx, topicIds: readonly number[]): Promise<number[]> {
  await followTopics(tx, topicIds);
  await draftsFollowTopics(tx, topicIds);
  const ids = await listLessonsOfTopics(tx, topicIds);
  await lessonEntriesFollow(tx, ids);
  return ids;
}

export async function moveLessonsToTopic(tx: Tx, from: number, into: number): Promise<void> {
  const ids = await listLessonsOfTopics(tx, [from]);
  await setTopic(tx, from, into);
  await moveDraftsToTopic(tx, from, into);
  await lessonEntriesFollow(tx, ids);
}
