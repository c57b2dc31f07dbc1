import { readingMinutes } from '#contract/content/reading.ts';
import { TOPIC_EVIDENCE } from '#contract/study/evidence.ts';
import type { readAsOne } from '#server/db/as-one.ts';
import type { Shared } from '#server/db/shared.ts';
import type { Deps } from '#server/deps.ts';
import { readTopicLessons, type TopicLessons } from '#server/features/content/lessons/topic-lessons.service.ts';
import { type OutlookTopic, outlookOf, outlookReads } from '#server/features/study/exam-map/exam-map.service.ts';
import { MINUTES_PER_ANSWER, PRACTICE_QUESTIONS } from '#server/features/study/exam-map/gain.ts';
import { lessonWorth, practiceWorth, type Worth } from '#server/features/study/exam-map/worth.ts';
import type { StudentRead } from '#server/features/study/mastery/mastery.service.ts';
import { distribute } from './distribute.ts';
import { explainChange } from './plan-change.ts';
import { minutesOf, type PlanItem } from './plan-item.ts';
import * as store from './syllabus-plan.store.ts';
import { asSaid, coverSyllabus, keyOf, type SyllabusItem, withQuizzes } from './syllabus-work.ts';

const LESSONS_MAX = 5000;
const practice = { questions: PRACTICE_QUESTIONS, minutesEach: MINUTES_PER_ANSWER };

type About = {
  today: string;
  weeklyHours: number;
  reservedMinutes: number;
  exam: { id: number; name: string; date: string };
};

type Student = { shared: Shared; student: StudentRead | undefined; bought: readonly number[] | null };

/** What planSyllabus() needs of a student, to be batched with other reads. */
export const syllabusPlanReads = (userId: string, today: string, now: Date) => ({
  ...outlookReads(userId, now),
  progress: store.lessonProgress(userId, today),
  practised: store.practisedTopics(userId, today),
  said: store.storedPlanDay(userId),
});
type SyllabusPlanRows = Awaited<ReturnType<typeof readAsOne<ReturnType<typeof syllabusPlanReads>>>>;

/** The rows of syllabusPlanReads() with values that are the same for everyone. */
export async function syllabusPlanOf(
  deps: Deps,
  userId: string,
  { shared, student, bought }: Student,
  rows: SyllabusPlanRows,
  { today, examId }: { today: string; examId: number },
) {
  const outlook = await outlookOf(deps, { shared, student, rows }, examId);
  const covered = outlook.asked.flatMap((topic) => topic.covered);
  const lessons =
    bought === null
      ? lessonsOf(await readTopicLessons(deps.db, shared), covered, rows.progress)
      : await store.listSyllabusLessons(deps.db, userId, covered, { today, bought, limit: LESSONS_MAX });
  return { outlook, lessons, practised: rows.practised, said: rows.said[0] };
}
type SyllabusPlanInput = Awaited<ReturnType<typeof syllabusPlanOf>> & { courseItems: readonly PlanItem[] };

/**
 * A plan that covers what the exam asks: lessons and practice of each topic, what brings most points per minute first,
 * with the simulados of the followed courses among them. What it said for a day stays for that day: `say` is to be
 * stored.
 */
export function planSyllabus(
  { outlook, lessons, practised, courseItems, said }: SyllabusPlanInput,
  { today, weeklyHours, exam, reservedMinutes }: About,
) {
  const names = new Map(outlook.subjects.map(({ subjectId, name }) => [subjectId, name]));
  const lineOf = new Map(outlook.asked.flatMap((topic) => topic.covered.map((id) => [id, topic] as const)));
  const subjectOf = (topic: OutlookTopic) => names.get(topic.subjectId) ?? '';
  const byLine = Map.groupBy(
    lessons.filter(({ done }) => !done),
    ({ topicId }) => lineOf.get(topicId)?.topicId,
  );
  const worthOf = ({ kind, topicId, questions }: SyllabusItem): Worth | null => {
    const topic = lineOf.get(topicId);
    if (!topic) return null;
    const about = { ...topic, subject: subjectOf(topic) };
    return kind === 'lesson'
      ? lessonWorth(about, byLine.get(topicId)?.length ?? 1, outlook.gains)
      : practiceWorth(about, questions ?? 0, outlook.gains);
  };
  const items = coverSyllabus(
    outlook.asked.map((topic) => ({
      ...topic,
      subject: subjectOf(topic),
      lessons: (byLine.get(topic.topicId) ?? []).map(({ id, title, wordCount, position }) => ({
        id,
        title,
        position,
        minutes: readingMinutes(wordCount),
      })),
    })),
    practice,
    (item) => worthOf(item)?.points ?? 0,
  );
  const isSame =
    said?.day === today &&
    said.examId === exam.id &&
    said.version === outlook.version &&
    said.weeklyHours === weeklyHours;
  const planned = items.map((item) => ({ ...planItem(item), worth: worthOf(item) }));
  const ordered = withQuizzes(planned, quizzesOf(courseItems));
  const work = isSame ? asSaid(ordered, said.today) : ordered;
  const done = [
    ...lessons.flatMap((lesson) => {
      const topic = lineOf.get(lesson.topicId);
      return lesson.done && topic ? [{ ...doneLesson(lesson), subjectName: subjectOf(topic) }] : [];
    }),
    ...practised.flatMap(({ topicId, questions }) => {
      const topic = lineOf.get(topicId);
      // Ended before its end, it is still to be done.
      const isOpen = items.some(({ kind, id }) => kind === 'practice' && id === topic?.topicId);
      return topic && !isOpen ? [{ ...donePractice(topic, questions), subjectName: subjectOf(topic) }] : [];
    }),
    ...courseItems.filter(({ kind, done: isDone }) => kind === 'quiz' && isDone),
  ];
  const plan = distribute({
    today,
    examDay: exam.date,
    weeklyMinutes: Math.max(0, weeklyHours * 60 - 7 * reservedMinutes),
    doneToday: { items: done.length, minutes: minutesOf(done) },
    work,
    content: { items: work.length + done.length, minutes: minutesOf(work) + minutesOf(done) },
    order: 'given',
  });
  const about = { covers: 'syllabus' as const, enrolled: true, done, work, plan };
  if (isSame) return { ...about, change: said.change || null, say: null };

  const [first, second] = plan.days;
  const todays = first?.day === today ? first.work : [];
  const ahead = (first?.day === today ? second : first)?.work ?? [];
  const topicOf = new Map(items.map((item) => [keyOf(item), item.topicId]));
  const topicsOf = (list: readonly PlanItem[]) => [...new Set(list.flatMap((item) => topicOf.get(keyOf(item)) ?? []))];
  const change = said
    ? explainChange(said, {
        examId: exam.id,
        examName: exam.name,
        version: outlook.version,
        weeklyHours,
        today: topicsOf(todays),
        topics: outlook.asked.map(({ topicId, name, chance, answers }) => ({
          topicId,
          name,
          chance,
          isKnown: answers >= TOPIC_EVIDENCE,
          isOpen: items.some((item) => item.topicId === topicId),
        })),
      })
    : '';
  const topicIds = topicsOf([...todays, ...ahead]);
  const chanceOf = new Map(outlook.asked.map(({ topicId, chance }) => [topicId, chance]));
  const say: store.PlanDay = {
    day: today,
    examId: exam.id,
    version: outlook.version,
    weeklyHours,
    today: todays.map(keyOf),
    ahead: ahead.map(keyOf),
    topicIds,
    chances: topicIds.map((id) => chanceOf.get(id) ?? 0),
    change,
  };
  return { ...about, change: change || null, say };
}

/** Lessons of these topics that were not read, and before them those that were read today. */
function lessonsOf(
  { byTopic, byId }: TopicLessons,
  topicIds: readonly number[],
  progress: readonly store.LessonProgress[],
): store.SyllabusLesson[] {
  const covered = new Set(topicIds);
  const begun = new Map(progress.map((one) => [one.id, one]));
  const today = progress.flatMap(({ id, position, isToday }) => {
    const lesson = isToday ? byId.get(id) : undefined;
    return lesson && covered.has(lesson.topicId) ? [{ ...lesson, position, done: true }] : [];
  });
  const unread = topicIds
    .flatMap((id) => byTopic.get(id)?.lessons ?? [])
    .filter(({ id }) => !begun.get(id)?.isRead)
    .map((lesson) => ({ ...lesson, position: begun.get(lesson.id)?.position ?? 0, done: false }))
    .sort((a, b) => a.id - b.id);
  return [...today, ...unread].slice(0, LESSONS_MAX);
}

const nowhere = { courseId: 0, courseTitle: '', questionCount: null, passingScore: null, worth: null };

const planItem = ({ kind, id, subjectId, subject, title, minutes, position, questions }: SyllabusItem): PlanItem => ({
  ...nowhere,
  kind,
  id,
  title,
  subjectId,
  subjectName: subject,
  position,
  questionCount: questions,
  minutes,
  done: false,
});

const doneLesson = ({ id, title, wordCount }: store.SyllabusLesson): PlanItem => ({
  ...nowhere,
  kind: 'lesson',
  id,
  title,
  subjectId: null,
  subjectName: null,
  position: 1,
  minutes: readingMinutes(wordCount),
  done: true,
});

const donePractice = ({ topicId, name, subjectId }: OutlookTopic, questions: number): PlanItem => ({
  ...nowhere,
  kind: 'practice',
  id: topicId,
  title: `Treino: ${name}`,
  subjectId,
  subjectName: null,
  position: 1,
  questionCount: questions,
  minutes: Math.ceil(questions * MINUTES_PER_ANSWER),
  done: true,
});

/** Each simulado that is still to be passed, with the lessons before it in its course. */
function quizzesOf(courseItems: readonly PlanItem[]): { quiz: PlanItem; after: number[] }[] {
  const open = courseItems.filter(({ done }) => !done);
  return open.flatMap((quiz, at) => {
    if (quiz.kind !== 'quiz') return [];
    const before = open.slice(0, at).filter(({ kind, courseId }) => kind === 'lesson' && courseId === quiz.courseId);
    return [{ quiz, after: before.map(({ id }) => id) }];
  });
}
