import type { Tx } from '#server/db/handle.ts';
import * as store from './syllabus-topics.store.ts';

/** Topics stand in another subject: every syllabus that lists them has that subject, too, and none that is empty now. */
export async function syllabiFollowTopics(tx: Tx, topicIds: readonly number[]): Promise<void> {
  await store.touchSyllabi(tx, topicIds);
  await store.addSubjectsOf(tx, topicIds);
  await store.dropEmptySubjects(tx, topicIds);
}

/** A topic becomes part of another: what was expected of both is expected of that one. */
export async function moveSyllabiToTopic(tx: Tx, from: number, into: number): Promise<void> {
  await store.touchSyllabi(tx, [from]);
  await store.foldLines(tx, from, into);
  await store.addSubjectsOf(tx, [into]);
  await store.dropEmptySubjects(tx, [into]);
}

/** A subject becomes part of another, before its topics do: its minimum and its worth go along where there are none. */
export async function moveSyllabiToSubject(tx: Tx, from: number, into: number): Promise<void> {
  await store.foldSubject(tx, from, into);
}
