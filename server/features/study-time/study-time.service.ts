import { WEEKLY_GOAL_DEFAULT_HOURS } from '../../../contract/limits.ts';
import type { StudyWeek } from '../../../contract/study-time.ts';
import type { Db, Tx } from '../../db/connect.ts';
import type { Deps } from '../../deps.ts';
import { addDays, dayOf, daysFrom, mondayOf } from './calendar.ts';
import { countStreaks } from './streak.ts';
import { attemptSpans, type DaySlots, readingSpan, slotsOf } from './study-slots.ts';
import {
  type AttemptTimesRow,
  addSlots,
  findGoal,
  listAttemptTimes,
  listDaySeconds,
  listLiveTimes,
  listStudiedDays,
  saveGoal,
} from './study-time.store.ts';

const CALENDAR_WEEKS = 5;

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

const answeredDays = (attempts: readonly AttemptTimesRow[]) =>
  new Set(attempts.flatMap(({ answeredAt }) => answeredAt.map(dayOf)));

/** What open attempts and this week's practices add to the stored days. */
export type LiveStudy = { slots: DaySlots; answeredOn: Set<string> };

export async function readLiveStudy(deps: Deps, userId: string): Promise<LiveStudy> {
  const times = await listLiveTimes(deps.db, userId, mondayOf(dayOf(deps.clock.now())));
  return { slots: slotsOf(times.flatMap(attemptSpans)), answeredOn: answeredDays(times) };
}

/** Hours a week that the student wants to study. */
export const readWeeklyGoal = async (db: Db, userId: string): Promise<number> =>
  (await findGoal(db, userId)) ?? WEEKLY_GOAL_DEFAULT_HOURS;

export async function readWeek(deps: Deps, userId: string, live?: LiveStudy): Promise<StudyWeek> {
  const first = mondayOf(dayOf(deps.clock.now()));
  const { slots } = live ?? (await readLiveStudy(deps, userId));
  const [seconds, goal] = await Promise.all([
    listDaySeconds(deps.db, userId, { first, last: addDays(first, 6) }, slots),
    readWeeklyGoal(deps.db, userId),
  ]);
  const byDay = new Map(seconds.map((row) => [row.day, row.seconds]));
  const days = daysFrom(first, 7).map((day) => ({ day, seconds: byDay.get(day) ?? 0 }));
  return {
    days,
    seconds: days.reduce((sum, day) => sum + day.seconds, 0),
    goalHours: goal,
  };
}

export async function readStreak(deps: Deps, userId: string, live: LiveStudy) {
  const today = dayOf(deps.clock.now());
  const studied = new Set([...(await listStudiedDays(deps.db, userId)), ...live.answeredOn]);
  const first = addDays(mondayOf(today), -7 * (CALENDAR_WEEKS - 1));
  const calendar = daysFrom(first, 7 * CALENDAR_WEEKS).map((day) => ({ day, studied: studied.has(day) }));
  return { ...countStreaks(studied, today), calendar, today };
}

export async function changeGoal(deps: Deps, userId: string, hours: number): Promise<StudyWeek> {
  await saveGoal(deps.db, userId, hours);
  return readWeek(deps, userId);
}
