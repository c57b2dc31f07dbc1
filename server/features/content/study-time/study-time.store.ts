import { sql } from 'kysely';
import { TIME_ZONE } from '#contract/time.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import { prepared } from '#server/db/prepared.ts';
import { DAY_MAX_SLOTS, type DaySlots, maskOf, SLOT_SECONDS, SLOTS_PER_DAY } from './study-slots.ts';

/** What to add to the days of one student. */
export type Studied = { userId: string; days: DaySlots; answeredOn?: ReadonlySet<string> };

/** $1 students, $2 days, $3 slots, $4 whether something was answered: lists with one entry for every day of a student. */
const addTo = (kind: 'reading' | 'quizzes') =>
  prepared(`
    INSERT INTO study_days AS known (user_id, day, reading, quizzes, answered)
    SELECT user_id, day, ${kind === 'reading' ? 'slots, none' : 'none, slots'}, answered
    FROM (SELECT user_id, day, slots::bit(${SLOTS_PER_DAY}), repeat('0', ${SLOTS_PER_DAY})::bit(${SLOTS_PER_DAY}) AS none, answered
          FROM unnest($1::uuid[], $2::date[], $3::text[], $4::boolean[]) AS given (user_id, day, slots, answered)) AS added
    ON CONFLICT (user_id, day) DO UPDATE
    SET reading = known.reading | excluded.reading, quizzes = known.quizzes | excluded.quizzes,
        answered = known.answered OR excluded.answered`);
const addTheirs = { reading: addTo('reading'), quizzes: addTo('quizzes') };

/** Adds slots, each student once in the list. OR makes a repetition harmless. */
export async function addSlots(db: Db | Tx, kind: 'reading' | 'quizzes', studied: readonly Studied[]): Promise<void> {
  const rows = studied.flatMap(({ userId, days, answeredOn = new Set() }) =>
    [...new Set([...days.keys(), ...answeredOn])]
      .sort()
      .map((day) => ({ userId, day, mask: maskOf(days.get(day) ?? new Set()), answered: answeredOn.has(day) })),
  );
  if (rows.length === 0) return;
  await addTheirs[kind](db, [
    rows.map(({ userId }) => userId),
    // Dates travel as text: a Date would be shifted into the server's own time zone.
    rows.map(({ day }) => day),
    rows.map(({ mask }) => mask),
    rows.map(({ answered }) => answered),
  ]);
}

export type AttemptTimesRow = {
  userId: string;
  startedAt: Date;
  /** Null: the deadline ended it, or nothing has yet. */
  finishedAt: Date | null;
  answeredAt: Date[];
};

const attemptTimes = sql`
  SELECT attempts.user_id AS "userId", attempts.started_at AS "startedAt",
         CASE WHEN attempts.closed_by = 'student' THEN attempts.closed_at END AS "finishedAt",
         coalesce(array_agg(sheet.answered_at) FILTER (WHERE sheet.answered_at IS NOT NULL), '{}') AS "answeredAt"
  FROM attempts JOIN attempt_questions sheet ON sheet.attempt_id = attempts.id`;

/** When a student was seen in these attempts. Authors' previews are no study. */
export async function listAttemptTimes(db: Db | Tx, attemptIds: readonly number[]): Promise<AttemptTimesRow[]> {
  const { rows } = await sql<AttemptTimesRow>`${attemptTimes}
    WHERE attempts.id = ANY(${attemptIds}) AND attempts.user_id IS NOT NULL AND NOT attempts.is_preview
    GROUP BY attempts.id`.execute(db);
  return rows;
}

/**
 * What is not in study_days: attempts that are still open, and the practices of a period. A practice ends when its
 * student stops, so nothing ever closes many of them.
 */
export const liveTimes = (userId: string, firstDay: string) => sql<AttemptTimesRow>`
  (${attemptTimes}
   WHERE attempts.user_id = ${userId} AND attempts.closed_at IS NULL AND NOT attempts.is_preview
   GROUP BY attempts.id)
  UNION ALL
  (SELECT practices.user_id, practices.started_at, practices.finished_at, array_agg(sheet.answered_at)
   FROM practices JOIN practice_questions sheet ON sheet.practice_id = practices.id
   WHERE practices.user_id = ${userId}
     AND sheet.answered_at >= (SELECT ${firstDay}::date::timestamp AT TIME ZONE ${sql.lit(TIME_ZONE)})
   GROUP BY practices.id)`;

/** Seconds of each day that has some, with what `live` adds to the stored. */
export function daySeconds(userId: string, period: { first: string; last: string }, live: DaySlots) {
  const days = [...live.keys()];
  return sql<{ day: string; seconds: number }>`
    SELECT day::text, least(bit_count(bit_or(slots)), ${DAY_MAX_SLOTS}) * ${SLOT_SECONDS}::int AS seconds
    FROM (
      SELECT day, reading | quizzes AS slots FROM study_days
      WHERE user_id = ${userId} AND day BETWEEN (SELECT ${period.first}::date) AND (SELECT ${period.last}::date)
      UNION ALL
      SELECT day::date, slots::bit(4320)
      FROM unnest(${days}::text[], ${days.map((day) => maskOf(live.get(day) ?? new Set()))}::text[]) AS live (day, slots)
      WHERE day::date BETWEEN ${period.first}::date AND ${period.last}::date
    ) AS studied
    GROUP BY day`;
}

/**
 * Every day on which the student studied: read five minutes, answered a question or finished a lesson. One text
 * instead of a row for each: a year of study is 365 of them.
 */
export const studiedDays = (userId: string) => sql<{ days: string | null }>`
  SELECT string_agg(day::text, ' ') AS days
  FROM (
    SELECT day FROM study_days WHERE user_id = ${userId} AND studied
    UNION
    SELECT (completed_at AT TIME ZONE ${sql.lit(TIME_ZONE)})::date FROM lesson_progress
    WHERE user_id = ${userId} AND completed_at IS NOT NULL
    UNION
    SELECT (answered_at AT TIME ZONE ${sql.lit(TIME_ZONE)})::date
    FROM practices JOIN practice_questions ON practice_questions.practice_id = practices.id
    WHERE practices.user_id = ${userId} AND answered_at IS NOT NULL
  ) AS studied`;

export const weeklyGoal = (userId: string) => sql<{ hours: number }>`
  SELECT weekly_hours AS hours FROM study_goals WHERE user_id = ${userId}`;

export async function saveGoal(db: Db, userId: string, hours: number): Promise<void> {
  await db
    .insertInto('study_goals')
    .values({ user_id: userId, weekly_hours: hours })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ weekly_hours: hours }))
    .execute();
}
