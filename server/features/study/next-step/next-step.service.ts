import { readingMinutes } from '#contract/content/reading.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import type { getNextStep } from '#contract/study/exam-map.ts';
import type { Shared } from '#server/db/shared.ts';
import type { Deps } from '#server/deps.ts';
import { examOf } from '#server/features/content/contests/contests.service.ts';
import { readTopicLessons, type TopicLesson } from '#server/features/content/lessons/topic-lessons.service.ts';
import { type Outlook, outlookOf, outlookReads } from '#server/features/study/exam-map/exam-map.service.ts';
import { noReview, reviewSummaryOf } from '#server/features/study/review/review.service.ts';
import { dayReads, prepareReviewDayFrom } from '#server/features/study/review/review-day.service.ts';
import { syncAndRead } from '#server/features/study/review/sync-and-read.service.ts';
import { nextQuizOf, nextQuizReads } from '#server/features/study/study-plan/study-plan.service.ts';
import { boughtCourses } from '#server/http/bought.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { dayOf } from '#server/time/calendar.ts';
import { listFirstLessons } from './next-step.store.ts';
import { type StepTopic, stepAt } from './next-step.ts';

export async function readNextStep(deps: Deps, user: SessionUser, { skip }: QueryOf<typeof getNextStep>) {
  const now = deps.clock.now();
  const today = dayOf(now);
  const bought = boughtCourses(user, now);
  const look = await syncAndRead(deps, user.id, {
    ...outlookReads(user.id, now),
    ...dayReads(user.id, now),
    ...nextQuizReads(user.id, bought),
  });
  const exam = examOf(look.rows.exam, today);
  const outlook = exam ? await outlookOf(deps, look, exam.id) : null;
  if (!outlook || outlook.asked.length === 0) return { step: null, more: false };
  const { due: review } = look.student?.hasAnswers
    ? reviewSummaryOf(await prepareReviewDayFrom(deps, user.id, look, bought))
    : noReview;
  const quiz = nextQuizOf(look.rows.quiz);
  const lessons = await firstLessons(deps, user.id, outlook, look, bought);
  const names = new Map(outlook.subjects.map(({ subjectId, name }) => [subjectId, name]));
  const topics = outlook.asked.map((topic): StepTopic => {
    const lesson = topic.covered.flatMap((id) => lessons.get(id) ?? [])[0];
    return {
      topicId: topic.topicId,
      subjectId: topic.subjectId,
      subject: names.get(topic.subjectId) ?? '',
      name: topic.name,
      questions: topic.questions,
      answers: topic.answers,
      chance: topic.chance,
      of: topic.of,
      gain: topic.gain,
      available: topic.available,
      lesson: lesson ? { id: lesson.id, title: lesson.title, minutes: readingMinutes(lesson.wordCount) } : null,
    };
  });
  return stepAt({ topics, review, quiz, gains: outlook.gains }, skip);
}

type NextStepInput = { shared: Shared; rows: { read: readonly { ids: readonly number[] }[] } };

/** The first lesson of each topic that the student has not read and may open. Who bought only some courses is looked up. */
async function firstLessons(
  deps: Deps,
  userId: string,
  { asked }: Outlook,
  { shared, rows }: NextStepInput,
  bought: readonly number[] | null,
): Promise<ReadonlyMap<number, TopicLesson>> {
  const covered = asked.flatMap((topic) => topic.covered);
  if (bought !== null) {
    const unread = await listFirstLessons(deps.db, userId, covered, bought);
    return new Map(unread.map((lesson) => [lesson.topicId, lesson]));
  }
  const { byTopic } = await readTopicLessons(deps.db, shared);
  const read = new Set(rows.read[0]?.ids);
  return new Map(
    covered.flatMap((id) => {
      const lesson = byTopic.get(id)?.lessons.find((one) => !read.has(one.id));
      return lesson ? [[id, lesson] as const] : [];
    }),
  );
}
