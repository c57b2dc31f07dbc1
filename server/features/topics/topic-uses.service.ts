import type { Tx } from '../../db/handle.ts';
import { lessonsFollowTopics, moveLessonsToTopic } from '../lessons/lesson-topics.service.ts';
import { masteryFollowsTopic } from '../mastery/mastery.service.ts';
import { filtersFollowTopics, moveFiltersToTopic } from '../question-bank/filter-topics.service.ts';
import { moveQuestionsToTopic, questionsFollowTopics } from '../questions/questions.service.ts';
import { drawsFollowTopics, moveDrawsToTopic } from '../quizzes/drawing/draws.service.ts';
import { moveSyllabiToTopic, syllabiFollowTopics } from '../syllabus/syllabus-topics.service.ts';

/*
 * Everything that stands on a topic goes with it. A feature that points at topics adds its line to both functions, and
 * its count to `countUses`.
 */

/** Topics were renamed or moved to another subject. Answers with the lessons that changed. */
export async function carryTopic(tx: Tx, topicIds: readonly number[]): Promise<number[]> {
  await questionsFollowTopics(tx, topicIds);
  await drawsFollowTopics(tx, topicIds);
  await syllabiFollowTopics(tx, topicIds);
  await filtersFollowTopics(tx, topicIds);
  return lessonsFollowTopics(tx, topicIds);
}

/** What stands on one topic stands on another from now on. */
export async function foldTopic(tx: Tx, from: number, into: { id: number; name: string }): Promise<void> {
  await moveQuestionsToTopic(tx, from, into);
  await moveDrawsToTopic(tx, from, into.id);
  await moveSyllabiToTopic(tx, from, into.id);
  await moveFiltersToTopic(tx, from, into.id);
  await masteryFollowsTopic(tx, from);
  await moveLessonsToTopic(tx, from, into.id);
}
