import type { ItemKind } from '#contract/content/courses.ts';
import { readingMinutes } from '#contract/content/reading.ts';
import { DEFAULT_PASSING_SCORE, MINUTES_PER_QUESTION } from '#contract/limits.ts';
import { type Carried, readAsOne } from '#server/db/as-one.ts';
import type { Deps } from '#server/deps.ts';
import { subjectReads, tellableSubjects } from '#server/features/study/dashboards/dashboards.service.ts';
import { distribute } from './distribute.ts';
import { minutesOf, type PlanItem } from './plan-item.ts';
import { courseContent, type PlanRow, planRows } from './study-plan.store.ts';

const ITEMS_MAX = 5000;
/** Fewer answers say nothing about a subject. */
const ANSWERS_THAT_COUNT = 5;

const quizMinutes = (timeLimit: number | null, questions: number): number =>
  timeLimit ?? Math.max(1, questions * MINUTES_PER_QUESTION);

const minutesFor: Record<ItemKind, (row: PlanRow) => number> = {
  lesson: ({ wordCount }) => readingMinutes(wordCount ?? 0),
  quiz: ({ timeLimit, questionCount }) => quizMinutes(timeLimit, questionCount ?? 0),
};

/** The query of courseItemsOf(), to be batched with other reads. */
export const courseReads = (userId: string, today: string) => ({ courseItems: planRows(userId, today, ITEMS_MAX) });

/** The open items of the followed courses, in their order, and the items done today. */
export function courseItemsOf(rows: readonly Carried<PlanRow>[]): PlanItem[] {
  return once(rows).map(({ wordCount, timeLimit, ...row }) => ({
    ...row,
    minutes: minutesFor[row.kind]({ ...row, wordCount, timeLimit }),
    worth: null,
  }));
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

type About = { today: string; examDay: string | null; weeklyHours: number; reservedMinutes: number };

/** What planCourses() needs of a student beside courseReads(), in one statement. */
export async function readCoursePlan(deps: Deps, userId: string, today: string, now: Date) {
  const rows = await readAsOne(deps.db, { ...subjectReads(userId, now), content: courseContent(userId, today) });
  return {
    content: rows.content[0] ?? { enrolled: false, items: 0, minutes: 0 },
    results: await tellableSubjects(deps.db, userId, now, rows),
  };
}
type CoursePlanInput = Awaited<ReturnType<typeof readCoursePlan>> & { items: readonly PlanItem[] };

/** Builds the plan from the followed courses. The plan is not stored. */
export function planCourses(
  { items, content, results }: CoursePlanInput,
  { today, examDay, weeklyHours, reservedMinutes }: About,
) {
  const done = items.filter((item) => item.done);
  const work = items.filter((item) => !item.done);
  const weak = results.filter(
    ({ correct, total }) => total >= ANSWERS_THAT_COUNT && (correct / total) * 100 < DEFAULT_PASSING_SCORE,
  );
  const plan = distribute({
    today,
    examDay,
    weeklyMinutes: Math.max(0, weeklyHours * 60 - 7 * reservedMinutes),
    doneToday: { items: done.length, minutes: minutesOf(done) },
    work,
    // What is left is counted in whole minutes, and must never be more than all.
    content: { items: content.items, minutes: Math.max(content.minutes, minutesOf(items)) },
    weakSubjects: new Set(weak.map(({ id }) => id)),
  });
  return { covers: 'courses' as const, enrolled: content.enrolled, done, work, plan, change: null, say: null };
}
