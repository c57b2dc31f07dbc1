import type { Tx } from '#server/db/handle.ts';
import {
  lessonsFollowTopics,
  lessonsOfTopics,
  moveLessonsToTopic,
} from '#server/features/content/lessons/lesson-topics.service.ts';
import { type LessonCache, tag } from '#server/features/content/lessons/lessons.cache.ts';
import { moveSyllabiToTopic, syllabiFollowTopics } from '#server/features/content/syllabus/syllabus-topics.service.ts';
import type { TopicUses } from '#server/features/content/topics/topic-uses.ts';
import { moveThemesToTopic } from '#server/features/exams/essays/themes/theme-topics.service.ts';
import { drawsFollowTopics, moveDrawsToTopic } from '#server/features/exams/mock-exams/drawing/draws.service.ts';
import {
  filtersFollowTopics,
  moveFiltersToTopic,
} from '#server/features/questions/question-bank/filter-topics.service.ts';
import { moveQuestionsToTopic, questionsFollowTopics } from '#server/features/questions/questions/questions.service.ts';
import { cardsFollowTopic } from '#server/features/study/cards/cards.service.ts';
import { masteryFollowsTopic } from '#server/features/study/mastery/mastery.service.ts';

/*
 * Everything that refers to a topic moves with it. A feature that refers to topics adds its line to both functions, and
 * its count to `countUses`.
 */

async function carry(tx: Tx, topicIds: readonly number[]): Promise<number[]> {
  await questionsFollowTopics(tx, topicIds);
  await drawsFollowTopics(tx, topicIds);
  await syllabiFollowTopics(tx, topicIds);
  await filtersFollowTopics(tx, topicIds);
  return lessonsFollowTopics(tx, topicIds);
}

async function fold(tx: Tx, from: number, into: { id: number; name: string }): Promise<void> {
  await moveQuestionsToTopic(tx, from, into);
  await moveDrawsToTopic(tx, from, into.id);
  await moveSyllabiToTopic(tx, from, into.id);
  await moveFiltersToTopic(tx, from, into.id);
  await moveThemesToTopic(tx, from, into.id);
  await cardsFollowTopic(tx, from, into.id);
  await masteryFollowsTopic(tx, from);
  await moveLessonsToTopic(tx, from, into.id);
}

export const topicUses = (cache: LessonCache): TopicUses => ({
  carry,
  fold,
  lessonsOf: lessonsOfTopics,
  async forget(tx, after, lessonIds, subjectIds) {
    if (lessonIds.length === 0) return;
    await cache.forget(tx, after, [tag.lists, ...subjectIds.map(tag.subject), ...lessonIds.map(tag.lesson)]);
  },
});
