import type { ItemKind } from '../../../contract/courses.ts';
import { DEFAULT_PASSING_SCORE, MINUTES_PER_QUESTION } from '../../../contract/limits.ts';
import { readingMinutes } from '../../../contract/reading.ts';
import type { Deps } from '../../deps.ts';
import { dayOf } from '../../time/calendar.ts';
import { readSubjectResults } from '../dashboards/dashboards.service.ts';
import { followedExam } from '../exams/exams.service.ts';
import { readWeeklyGoal } from '../study-time/study-time.service.ts';
import { hasSyllabus } from '../syllabus/syllabus.service.ts';
import { distribute } from './distribute.ts';
import { listPlanRows, type PlanRow, readContent } from './study-plan.store.ts';

const ITEMS_MAX = 5000;
const DAYS_SHOWN = 13;
/** Fewer answers say nothing about a subject. */
const ANSWERS_THAT_COUNT = 5;

type Item = PlanRow & { minutes: number };

const minutesOf: Record<ItemKind, (row: PlanRow) => number> = {
  lesson: ({ wordCount }) => readingMinutes(wordCount ?? 0),
  quiz: ({ timeLimit, questionCount }) => timeLimit ?? Math.max(1, (questionCount ?? 0) * MINUTES_PER_QUESTION),
};

/** Everything the plan is made of, in a fixed number of queries, and the plan itself. Nothing of it is stored. */
export async function makePlan(deps: Deps, userId: string) {
  const now = deps.clock.now();
  const today = dayOf(now);
  const [rows, content, results, weeklyHours, exam] = await Promise.all([
    listPlanRows(deps.db, userId, today, ITEMS_MAX),
    readContent(deps.db, userId, today),
    readSubjectResults(deps.db, userId, now),
    readWeeklyGoal(deps.db, userId),
    followedExam(deps.db, userId, today),
  ]);
  const items = once(rows).map((row): Item => ({ ...row, minutes: minutesOf[row.kind](row) }));
  const done = items.filter((item) => item.done);
  const work = items.filter((item) => !item.done);
  const weak = results.filter(
    ({ correct, total }) => total >= ANSWERS_THAT_COUNT && (correct / total) * 100 < DEFAULT_PASSING_SCORE,
  );
  const plan = distribute({
    today,
    examDay: exam?.date ?? null,
    weeklyMinutes: weeklyHours * 60,
    doneToday: { items: done.length, minutes: sum(done) },
    work,
    // What is left is counted in whole minutes, and must never be more than all.
    content: { items: content.items, minutes: Math.max(content.minutes, sum(items)) },
    weakSubjects: new Set(weak.map(({ id }) => id)),
  });
  return { today, exam, enrolled: content.enrolled, weeklyHours, done, work, plan };
}

/** A lesson of two courses is read once, with the first of them. */
function once(rows: readonly PlanRow[]): PlanRow[] {
  const seen = new Set<string>();
  return rows.filter(({ kind, id }) => {
    const isNew = !seen.has(`${kind}${id}`);
    seen.add(`${kind}${id}`);
    return isNew;
  });
}

const sum = (items: readonly { minutes: number }[]) => items.reduce((total, { minutes }) => total + minutes, 0);

const planned = ({ kind, id, title, subjectName, courseTitle, questionCount, passingScore, minutes }: Item) => ({
  kind,
  id,
  title,
  subjectName,
  courseTitle,
  questionCount,
  passingScore,
  minutes,
});

export async function readPlan(deps: Deps, userId: string) {
  const { today, exam, enrolled, weeklyHours, done, work, plan } = await makePlan(deps, userId);
  const [first, ...rest] = plan.days;
  const isToday = first?.day === today;
  const later = isToday ? rest : plan.days;
  return {
    exam: exam && {
      id: exam.id,
      name: exam.name,
      date: exam.date,
      daysLeft: exam.daysLeft,
      hasSyllabus: await hasSyllabus(deps.db, exam.id),
    },
    weeklyHours,
    enrolled,
    today: {
      day: today,
      items: [...done, ...(isToday ? first.work : [])].map((item) => ({
        ...planned(item),
        done: item.done,
        started: !item.done && item.kind === 'lesson' && item.position > 0,
        minutesLeft: item.done ? 0 : minutesLeft(item),
      })),
    },
    days: later
      .slice(0, DAYS_SHOWN)
      .map(({ day, minutes, work: items }) => ({ day, minutes, items: items.map(planned) })),
    minutesLeft: sum(work),
    leftOver: { items: plan.leftOver.length, minutes: sum(plan.leftOver) },
    hoursForAll: plan.hoursForAll,
  };
}

/** A lesson goes on where it was left; a quiz is taken in one go. */
const minutesLeftOf: Record<ItemKind, (item: Item) => number> = {
  lesson: ({ minutes, position }) => Math.max(1, Math.round(minutes * (1 - position))),
  quiz: ({ minutes }) => minutes,
};
const minutesLeft = (item: Item) => minutesLeftOf[item.kind](item);

/** The first simulado of the followed courses that is still to be passed. */
export async function nextQuiz(deps: Deps, userId: string) {
  const { work } = await makePlan(deps, userId);
  const quiz = work.find(({ kind }) => kind === 'quiz');
  return quiz ? { id: quiz.id, title: quiz.title, questions: quiz.questionCount ?? 0, minutes: quiz.minutes } : null;
}
