import type { StudyWeek } from '#contract/content/study-time.ts';
import { WEEKLY_GOAL_DEFAULT_HOURS } from '#contract/limits.ts';
import { readAsOne } from '#server/db/as-one.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import type { Deps } from '#server/deps.ts';
import { addDays, dayOf, daysFrom, mondayOf } from '#server/time/calendar.ts';
import { countStreaks } from './streak.ts';
import { attemptSpans, type DaySlots, readingSpan, slotsOf } from './study-slots.ts';
import {
  type AttemptTimesRow,
  addSlots,
  daySeconds,
  listAttemptTimes,
  liveTimes,
  saveGoal,
  studiedDays,
  weeklyGoal,
} from './study-time.store.ts';

const CALENDAR_WEEKS = 5;
const NOTHING_LIVE: DaySlots = new Map();

/**
 * Counts a report of active reading, in the transaction that takes it. What it claims is bounded, and moments that
 * were counted before are not counted again, whichever lesson, tab or retry they come from.
 */
export async function recordReading(tx: Db | Tx, userId: string, activeSeconds: number, now: Date): Promise<void> {
  await addSlots(tx, 'reading', [{ userId, days: slotsOf([readingSpan(activeSeconds, now)]) }]);
}

/** Counts the time of attempts that were just closed, in the transaction that closes them. */
export async function recordAttemptTime(tx: Db | Tx, attemptIds: readonly number[]): Promise<void> {
  if (attemptIds.length === 0) return;
  const byStudent = new Map<string, AttemptTimesRow[]>();
  for (const attempt of await listAttemptTimes(tx, attemptIds)) {
    byStudent.set(attempt.userId, [...(byStudent.get(attempt.userId) ?? []), attempt]);
  }
  // In one order, so that two batches that share students cannot wait for each other.
  const studied = [...byStudent.entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([userId, attempts]) => ({
      userId,
      days: slotsOf(attempts.flatMap(attemptSpans)),
      answeredOn: answeredDays(attempts),
    }));
  await addSlots(tx, 'quizzes', studied);
}

const answeredDays = (attempts: readonly { answeredAt: readonly Date[] }[]) =>
  new Set(attempts.flatMap(({ answeredAt }) => answeredAt.map(dayOf)));

const weekOf = (now: Date) => {
  const first = mondayOf(dayOf(now));
  return { first, last: addDays(first, 6) };
};

/** The queries of studyOf(), for callers that send them together with their own. */
export function studyReads(userId: string, now: Date) {
  const week = weekOf(now);
  return {
    live: liveTimes(userId, week.first),
    days: studiedDays(userId),
    week: daySeconds(userId, week, NOTHING_LIVE),
    goal: weeklyGoal(userId),
  };
}
type StudyRows = Awaited<ReturnType<typeof readAsOne<ReturnType<typeof studyReads>>>>;

/** Streak and week, with what open attempts and this week's practices add to the stored days. */
export async function studyOf(deps: Deps, userId: string, now: Date, rows: StudyRows) {
  const live = rows.live.map((row) => ({
    startedAt: new Date(row.startedAt),
    finishedAt: row.finishedAt === null ? null : new Date(row.finishedAt),
    answeredAt: row.answeredAt.map((text) => new Date(text)),
  }));
  const slots = slotsOf(live.flatMap(attemptSpans));
  // Most of the time nothing is open, and what is stored is all there is.
  const seconds = slots.size === 0 ? rows.week : (await daySeconds(userId, weekOf(now), slots).execute(deps.db)).rows;
  const studied = new Set([...(rows.days[0]?.days?.split(' ') ?? []), ...answeredDays(live)]);
  return {
    streak: streakOf(studied, dayOf(now)),
    week: toWeek(weekOf(now).first, seconds, rows.goal[0]?.hours),
  };
}

function streakOf(studied: ReadonlySet<string>, today: string) {
  const first = addDays(mondayOf(today), -7 * (CALENDAR_WEEKS - 1));
  const calendar = daysFrom(first, 7 * CALENDAR_WEEKS).map((day) => ({ day, studied: studied.has(day) }));
  return { ...countStreaks(studied, today), calendar, today };
}

function toWeek(
  first: string,
  seconds: readonly { day: string; seconds: number }[],
  chosen: number | undefined,
): StudyWeek {
  const byDay = new Map(seconds.map((row) => [row.day, row.seconds]));
  const days = daysFrom(first, 7).map((day) => ({ day, seconds: byDay.get(day) ?? 0 }));
  return {
    days,
    seconds: days.reduce((sum, day) => sum + day.seconds, 0),
    goalHours: chosen ?? WEEKLY_GOAL_DEFAULT_HOURS,
    goalChosen: chosen !== undefined,
  };
}

/** Hours a week that the student wants to study. */
/** The weekly goal, as a query that callers can combine with others. */
export const goalReads = (userId: string) => ({ goal: weeklyGoal(userId) });
export const goalOf = ([row]: readonly { hours: number }[]): number => row?.hours ?? WEEKLY_GOAL_DEFAULT_HOURS;

export async function readWeeklyGoal(db: Db, userId: string): Promise<number> {
  const { rows } = await weeklyGoal(userId).execute(db);
  return goalOf(rows);
}

export async function readWeek(deps: Deps, userId: string): Promise<StudyWeek> {
  const now = deps.clock.now();
  const rows = await readAsOne(deps.db, studyReads(userId, now));
  return (await studyOf(deps, userId, now, rows)).week;
}

export async function changeGoal(deps: Deps, userId: string, hours: number): Promise<StudyWeek> {
  await saveGoal(deps.db, userId, hours);
  return readWeek(deps, userId);
}
