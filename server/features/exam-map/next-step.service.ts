import type { QueryOf } from '../../../contract/endpoint.ts';
import type { getNextStep } from '../../../contract/exam-map.ts';
import { readingMinutes } from '../../../contract/reading.ts';
import type { Deps } from '../../deps.ts';
import type { SessionUser } from '../../http/sessions.ts';
import { dayOf } from '../../time/calendar.ts';
import { followedExam } from '../exams/exams.service.ts';
import { readReviewPart } from '../review/review.service.ts';
import { nextQuiz } from '../study-plan/study-plan.service.ts';
import { readOutlook } from './exam-map.service.ts';
import { listFirstLessons } from './exam-map.store.ts';
import { rankSteps, type StepTopic } from './next-step.ts';

export async function readNextStep(deps: Deps, user: SessionUser, { skip }: QueryOf<typeof getNextStep>) {
  const exam = await followedExam(deps.db, user.id, dayOf(deps.clock.now()));
  const outlook = exam ? await readOutlook(deps, user.id, exam.id) : null;
  if (!outlook || outlook.asked.length === 0) return { step: null, more: false };
  const covered = outlook.asked.flatMap((topic) => topic.covered);
  const [{ due: review }, quiz, unread] = await Promise.all([
    readReviewPart(deps, user.id),
    nextQuiz(deps, user.id),
    listFirstLessons(deps.db, user.id, covered, dayOf(deps.clock.now())),
  ]);
  const lessons = new Map(unread.map((lesson) => [lesson.topicId, lesson]));
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
  const steps = rankSteps({ topics, review, quiz });
  return { step: steps[skip] ?? null, more: steps.length > skip + 1 };
}
