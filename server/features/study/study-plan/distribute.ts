import { DAY_MS } from '#contract/time.ts';
import { addDays } from '#server/time/calendar.ts';

/** A lesson or simulado that is still to be done. Within a course the list keeps the course's order. */
export type Work = {
  kind: string;
  id: number;
  courseId: number;
  subjectId: number | null;
  minutes: number;
};

type Situation<W extends Work> = {
  today: string;
  /** The exam's day; nothing is planned on it or after it. Null: no exam, the plan goes on until all is done. */
  examDay: string | null;
  weeklyMinutes: number;
  /** What was done today: today's plan shrinks by it, it does not refill. */
  doneToday: { items: number; minutes: number };
  work: readonly W[];
  /** Everything in the courses, done or not. */
  content: { items: number; minutes: number };
} & (
  | {
      /** Subjects in which the last results stayed below the pass mark. */
      weakSubjects: ReadonlySet<number>;
      order?: never;
    }
  /** The work stands in its order already. */
  | { order: 'given' }
);

export type PlannedDay<W extends Work> = { day: string; minutes: number; work: W[] };

export type Plan<W extends Work> = {
  /** Only days with work, today first. */
  days: PlannedDay<W>[];
  /** What does not fit before the exam in the given hours. */
  leftOver: W[];
  /** Hours a week in which everything would fit; null: no number of hours is enough, or there is no exam. */
  hoursForAll: number | null;
};

const WEAK_COUNTS_AS = 2;
const HOURS_IN_A_WEEK = 7 * 24;

/**
 * Puts the work in sequence and cuts it into days. A plan is never stored: what was not done yesterday is in the list
 * again, and what was done is not. The order depends only on the open work, so finishing the first item does not
 * change the others of the day.
 */
export function distribute<W extends Work>(situation: Situation<W>): Plan<W> {
  const { today, examDay, weeklyMinutes, doneToday, content } = situation;
  const ordered = 'weakSubjects' in situation ? order(situation.work, situation.weakSubjects) : situation.work;
  const dayCount = examDay === null ? null : Math.max(0, daysUntil(today, examDay));
  const daily = dailyMinutes(weeklyMinutes, content.minutes, dayCount);
  const dailyItems = Math.max(DAY_MIN_ITEMS, Math.ceil(content.items / shareDays(dayCount)));
  const begin = Math.min(Math.max(0, doneToday.minutes), daily);
  const end = dayCount === null ? Number.POSITIVE_INFINITY : daily * dayCount;

  const days: PlannedDay<W>[] = [];
  const leftOver: W[] = [];
  let at = begin;
  for (const [number, work] of ordered.entries()) {
    if (daily === 0 || leftOver.length > 0 || at + work.minutes > end + ROUNDING) {
      leftOver.push(work);
      continue;
    }
    // An item goes to the day that contains its middle; one longer than a day starts on the day nearest to its start.
    const byTime = Math.floor((at + Math.min(work.minutes, daily) / 2) / daily);
    const byNumber = Math.floor((doneToday.items + number) / dailyItems);
    const index = Math.max(byTime, byNumber);
    const day = addDays(today, Math.min(index, (dayCount ?? Number.POSITIVE_INFINITY) - 1));
    const last = days.at(-1);
    if (last?.day === day) {
      last.work.push(work);
      last.minutes += work.minutes;
    } else days.push({ day, minutes: work.minutes, work: [work] });
    at += work.minutes;
  }
  return { days, leftOver, hoursForAll: hoursForAll(ordered, dayCount, doneToday.minutes) };
}

/** A short course is spread over several days, however many hours a student has. */
const SHORTEST_PLAN_DAYS = 3;
/** Below these a day is not worth sitting down for. */
const DAY_MIN_MINUTES = 30;
const DAY_MIN_ITEMS = 4;

const shareDays = (dayCount: number | null) =>
  Math.max(1, Math.min(SHORTEST_PLAN_DAYS, dayCount ?? SHORTEST_PLAN_DAYS));

/**
 * The hours of a day, but no more than its share of the courses. Of the whole courses, not of what is left: the days
 * that the plan shows must not grow shorter as it is followed.
 */
export function dailyMinutes(weeklyMinutes: number, contentMinutes: number, dayCount: number | null): number {
  return Math.min(Math.max(0, weeklyMinutes) / 7, Math.max(DAY_MIN_MINUTES, contentMinutes / shareDays(dayCount)));
}

const ROUNDING = 1e-6;
const daysUntil = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);

function hoursForAll(work: readonly Work[], dayCount: number | null, doneToday: number): number | null {
  if (dayCount === null || dayCount === 0) return null;
  const minutes = minutesOf(work) + Math.max(0, doneToday);
  const hours = Math.ceil(((minutes / dayCount) * 7) / 60 - ROUNDING);
  return hours > HOURS_IN_A_WEEK ? null : hours;
}

/**
 * The subject with the most open minutes first, a weak one counting double. A simulado follows as soon as everything
 * before it in its course is placed. Lessons of one subject keep the order of the list.
 */
function order<W extends Work>(work: readonly W[], weak: ReadonlySet<number>): W[] {
  const subjects = [...Map.groupBy(lessonsOf(work), ({ subjectId }) => subjectId)]
    .map(([id, lessons]) => ({ id, lessons, next: 0, left: minutesOf(lessons) }))
    // The order of equals must not depend on what was done already.
    .sort((a, b) => (a.id ?? Number.POSITIVE_INFINITY) - (b.id ?? Number.POSITIVE_INFINITY));
  const courses = Map.groupBy(work, ({ courseId }) => courseId);
  const placed = new Set<W>();

  const nextLesson = (): W | undefined => {
    let heaviest: (typeof subjects)[number] | undefined;
    let most = Number.NEGATIVE_INFINITY;
    for (const subject of subjects) {
      const weight = subject.left * (subject.id !== null && weak.has(subject.id) ? WEAK_COUNTS_AS : 1);
      if (subject.next >= subject.lessons.length || weight <= most) continue;
      heaviest = subject;
      most = weight;
    }
    const lesson = heaviest?.lessons[heaviest.next];
    if (!heaviest || !lesson) return undefined;
    heaviest.next += 1;
    heaviest.left -= lesson.minutes;
    return lesson;
  };

  const ordered: W[] = [];
  const place = (item: W) => {
    ordered.push(item);
    placed.add(item);
    const course = courses.get(item.courseId) ?? [];
    while (course[0] && placed.has(course[0])) course.shift();
    if (course[0]?.kind === 'quiz') place(course[0]);
  };

  for (const [, [head]] of [...courses].sort(([a], [b]) => a - b)) if (head?.kind === 'quiz') place(head);
  for (let lesson = nextLesson(); lesson; lesson = nextLesson()) place(lesson);
  return ordered;
}

const lessonsOf = <W extends Work>(work: readonly W[]) => work.filter(({ kind }) => kind === 'lesson');
const minutesOf = (work: readonly Work[]) => work.reduce((sum, { minutes }) => sum + minutes, 0);
