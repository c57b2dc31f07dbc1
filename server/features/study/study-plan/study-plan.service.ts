import { writeAsOne } from '#server/db/as-one.ts';
import type { Deps } from '#server/deps.ts';
import { examOf } from '#server/features/content/contests/contests.service.ts';
import { goalOf } from '#server/features/content/study-time/study-time.service.ts';
import { hasSyllabus } from '#server/features/content/syllabus/syllabus.service.ts';
import { essayReads } from '#server/features/exams/essays/planning/planning.service.ts';
import { dayInMemoryReads } from '#server/features/study/review/day-pool.service.ts';
import { prepareReviewSummaryFrom, summaryReads } from '#server/features/study/review/review.service.ts';
import { boughtReads, dayInsertOf } from '#server/features/study/review/review-day.service.ts';
import { syncAndRead } from '#server/features/study/review/sync-and-read.service.ts';
import { without } from '#server/http/without.ts';
import { dayOf } from '#server/time/calendar.ts';
import { courseItemsOf, courseReads, planCourses, readCoursePlan } from './course-plan.service.ts';
import { essayShare, planEssays, withEssays } from './essay-weeks.ts';
import { minutesOf, type PlanItem } from './plan-item.ts';
import { planSyllabus, syllabusPlanOf, syllabusPlanReads } from './syllabus-plan.service.ts';
import { planDayInsert } from './syllabus-plan.store.ts';

const DAYS_SHOWN = 13;

/**
 * Over the syllabus of the followed exam where it has one, else over the followed courses. One statement reads, and for
 * the first plan of a day another one stores it with the list of its review.
 */
export async function makePlan(deps: Deps, userId: string) {
  const first = await planFrom(deps, userId);
  if (await saveNew(deps, userId, first)) return first.plan;
  // Another request has stored the day first: this one says the same.
  return (await planFrom(deps, userId)).plan;
}

async function planFrom(deps: Deps, userId: string) {
  const now = deps.clock.now();
  const today = dayOf(now);
  const look = await syncAndRead(deps, userId, {
    ...summaryReads(userId, now),
    ...boughtReads(userId, today),
    ...dayInMemoryReads(userId, now),
    ...syllabusPlanReads(userId, today, now),
    ...courseReads(userId, today),
    ...essayReads(userId, today, now),
  });
  const { shared, student, rows } = look;
  const bought = rows.bought[0]?.courses ?? null;
  const weeklyHours = goalOf(rows.goal);
  const exam = examOf(rows.exam, today);
  const examDay = exam?.date ?? null;
  const mapped = exam && (await hasSyllabus(deps.db, exam.id, shared)) ? exam : null;
  const courseItems = courseItemsOf(rows.courseItems);
  let list: NewList | null = null;
  const save: SaveList = async (row, before) => {
    list = { row, before };
    return true;
  };
  const [review, planWith] = await Promise.all([
    prepareReviewSummaryFrom(deps, userId, look, { day: today, bought, inMemory: rows, save }),
    mapped
      ? syllabusPlanOf(deps, userId, { shared, student, bought }, rows, { today, examId: mapped.id }).then(
          (read) => (reservedMinutes: number) =>
            planSyllabus({ ...read, courseItems }, { today, weeklyHours, exam: mapped, reservedMinutes }),
        )
      : readCoursePlan(deps, userId, today, now).then(
          (read) => (reservedMinutes: number) =>
            planCourses({ ...read, items: courseItems }, { today, examDay, weeklyHours, reservedMinutes }),
        ),
  ]);
  const essays = planEssays({ today, examDay, themes: rows.essayThemes, delivered: rows.essaysDelivered });
  // The review comes back every day and has its share of every day; so have the essays of the weeks before the exam.
  const reservedMinutes = (isPlanned(review) ? review.minutesOfDay : 0) + essayShare(essays, today, examDay);
  const { say, ...made } = planWith(reservedMinutes);
  const plan = {
    today,
    exam: exam && { ...exam, hasSyllabus: mapped !== null },
    weeklyHours,
    review,
    reservedMinutes,
    ...made,
    done: [...made.done, ...essays.done],
    work: [...made.work, ...essays.planned.map(({ item }) => item)],
    plan: { ...made.plan, days: withEssays(made.plan.days, essays) },
  };
  return { plan, list: list as NewList | null, say };
}

type SaveList = NonNullable<Parameters<typeof prepareReviewSummaryFrom>[3]['save']>;
type NewList = { row: Parameters<SaveList>[0]; before: Parameters<SaveList>[1] };

/**
 * In one statement. False where another request has stored one of them first. A plan that cannot be stored is answered
 * all the same, and the next opening makes it again.
 */
async function saveNew(
  deps: Deps,
  userId: string,
  { list, say }: Pick<Awaited<ReturnType<typeof planFrom>>, 'list' | 'say'>,
): Promise<boolean> {
  const inserts = [
    ...(list ? [dayInsertOf(userId, list.row, list.before)] : []),
    ...(say ? [planDayInsert(userId, say)] : []),
  ];
  if (inserts.length === 0) return true;
  try {
    const written = await writeAsOne(deps.db, inserts);
    return written.every((rows) => rows === 1);
  } catch (err) {
    deps.log.error({ err, userId }, 'the plan and the review of a day could not be stored');
    return true;
  }
}

type ReviewSummary = Awaited<ReturnType<typeof prepareReviewSummaryFrom>>;

/** A review of new questions alone is an offer, and no part of the plan. */
const isPlanned = ({ due, answered }: ReviewSummary) => due > 0 || sumOf(answered) > 0;

const sumOf = ({ questions, cards }: ReviewSummary['left']) => questions + cards;

/** '12 questões, 6 cartões'. */
function countWords({ questions, cards }: ReviewSummary['left']): string {
  const ofQuestions = `${questions} ${questions === 1 ? 'questão' : 'questões'}`;
  const ofCards = `${cards} ${cards === 1 ? 'cartão' : 'cartões'}`;
  if (cards === 0) return ofQuestions;
  return questions === 0 ? ofCards : `${ofQuestions}, ${ofCards}`;
}

function reviewItem(review: ReviewSummary) {
  const { left, answered, minutes } = review;
  const done = sumOf(left) === 0;
  const count = done ? answered : left;
  return {
    kind: 'review' as const,
    id: 1,
    title: `Revisão: ${countWords(count)}`,
    subjectName: null,
    courseTitle: '',
    questionCount: sumOf(count),
    passingScore: null,
    minutes: done ? review.minutesAnswered : minutes,
    worth: null,
    done,
    started: !done && sumOf(answered) > 0,
    minutesLeft: done ? 0 : minutes,
  };
}

const planned = (item: PlanItem) => without(item, 'courseId', 'subjectId', 'position', 'done');

export async function readPlan(deps: Deps, userId: string) {
  const { today, exam, enrolled, weeklyHours, covers, change, done, work, plan, review, reservedMinutes } =
    await makePlan(deps, userId);
  const [first, ...rest] = plan.days;
  const isToday = first?.day === today;
  const later = isToday ? rest : plan.days;
  return {
    exam: exam && {
      id: exam.id,
      name: exam.name,
      date: exam.date,
      daysLeft: exam.daysLeft,
      hasSyllabus: exam.hasSyllabus,
    },
    weeklyHours,
    covers,
    change,
    enrolled,
    today: {
      day: today,
      items: [
        ...(isPlanned(review) ? [reviewItem(review)] : []),
        ...[...done, ...(isToday ? first.work : [])].map((item) => ({
          ...planned(item),
          done: item.done,
          started: !item.done && item.kind === 'lesson' && item.position > 0,
          minutesLeft: item.done ? 0 : minutesLeft(item),
        })),
      ],
    },
    days: later
      .slice(0, DAYS_SHOWN)
      .map(({ day, minutes, work: items }) => ({ day, minutes, items: items.map(planned) })),
    minutesLeft: minutesOf(work),
    leftOver: { items: plan.leftOver.length, minutes: minutesOf(plan.leftOver) },
    hoursForAll: plan.hoursForAll === null ? null : plan.hoursForAll + Math.ceil((7 * reservedMinutes) / 60),
  };
}

const whole = ({ minutes }: PlanItem) => minutes;
/** A lesson goes on where it was left; the rest is done in one go. */
const minutesLeftOf: Record<PlanItem['kind'], (item: PlanItem) => number> = {
  lesson: ({ minutes, position }) => Math.max(1, Math.round(minutes * (1 - position))),
  quiz: whole,
  practice: whole,
  essay: whole,
};
const minutesLeft = (item: PlanItem) => minutesLeftOf[item.kind](item);

export type OpenItem = ReturnType<typeof openReview> | ReturnType<typeof openItem>;

/** What the plan has still to be done, in its order; null where it goes by no syllabus. */
export async function listOpenItems(deps: Deps, userId: string): Promise<OpenItem[] | null> {
  const { covers, plan, review } = await makePlan(deps, userId);
  if (covers !== 'syllabus') return null;
  const isReviewOpen = isPlanned(review) && sumOf(review.left) > 0;
  return [...(isReviewOpen ? [openReview(review)] : []), ...plan.days.flatMap(({ work }) => work.map(openItem))];
}

const openReview = (review: ReviewSummary) => ({ ...reviewItem(review), subjectId: null, topicId: null });

const openItem = (item: PlanItem) => ({
  ...planned(item),
  minutes: minutesLeft(item),
  subjectId: item.subjectId,
  topicId: item.kind === 'practice' ? item.id : null,
});
