import { type RawBuilder, sql } from 'kysely';
import { TIME_ZONE } from '#contract/time.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import {
  ENDING_DAYS,
  hasProof,
  isByOffice,
  isPaid,
  lastDay,
  WEEK_DAYS,
} from '#server/features/platform/users/user-conditions.store.ts';

/** Up to this many queued rows, a read adds them itself. A longer queue is processed by the job within a minute. */
export const EXACT_UP_TO = 2000;

/**
 * `student_counts` has the sums of `student_figures`. `student_changes` is the queue of students whose figures may be
 * stale. A read adds the difference of the queued students, so that it is exact at any moment; a job processes the
 * queue. Only right after a change of thousands of students, such as a new exam date, a read shows the counts from
 * before it.
 */

/** The current figures of these students, with the conditions of the list of people. */
const currentFigures = (isWanted: RawBuilder<unknown>) => sql`
  SELECT users.id AS user_id, users.status = 'active' AS is_active,
         (users.created_at AT TIME ZONE ${sql.lit(TIME_ZONE)})::date AS registered_on, ${isByOffice} AS is_by_office,
         ${hasProof} AS has_proof, ${isPaid} AS is_paid, ${lastDay} AS access_ends_on,
         (SELECT max(day) FROM study_days s WHERE s.user_id = users.id AND s.studied) AS studied_on
  FROM users WHERE users.role = 'student' AND ${isWanted}`;

/** One row per count that a student is part of. */
const countedDays = (figures: RawBuilder<unknown>, students: 1 | -1) => sql`
  SELECT counted.figure, counted.day, ${sql.lit(students)} AS students
  FROM (${figures}) AS f CROSS JOIN LATERAL (VALUES
    ('new', f.registered_on, true),
    ('site', f.registered_on, NOT f.is_by_office),
    ('site_proof', f.registered_on, NOT f.is_by_office AND f.has_proof),
    ('site_paid', f.registered_on, NOT f.is_by_office AND f.is_paid),
    ('access', f.access_ends_on, f.is_active),
    ('studied', f.studied_on, f.is_active)
  ) AS counted (figure, day, is_counted)
  WHERE counted.is_counted AND counted.day IS NOT NULL`;

export type StudentCounts = {
  withAccess: number;
  accessEnding: number;
  studied: number;
  newcomers: number;
  registered: number;
  sentProof: number;
  approved: number;
};

/** OFFSET 0 keeps it a lookup per changed student: as a join PostgreSQL would read every user to find a few. */
const ofChanged = (figures: RawBuilder<unknown>) =>
  sql`SELECT own.* FROM changed CROSS JOIN LATERAL (${figures} OFFSET 0) AS own`;

/** The counts of the home. `from` is the first day of registrations and lies before every other day that is read. */
export async function sumStudents(db: Db, { today, from }: { today: string; from: string }): Promise<StudentCounts> {
  const count = (condition: RawBuilder<unknown>) => sql`coalesce(sum(students) FILTER (WHERE ${condition}), 0)::int`;
  const { rows } = await sql<StudentCounts>`
    WITH queue AS MATERIALIZED (SELECT user_id FROM student_changes LIMIT ${sql.lit(EXACT_UP_TO + 1)}),
    changed AS MATERIALIZED (
      SELECT DISTINCT user_id FROM queue WHERE (SELECT count(*) FROM queue) <= ${sql.lit(EXACT_UP_TO)}),
    all_counts AS (
      SELECT figure, day, students FROM student_counts WHERE day >= ${from}::date
      UNION ALL ${countedDays(ofChanged(currentFigures(sql`users.id = changed.user_id`)), 1)}
      UNION ALL ${countedDays(ofChanged(sql`SELECT * FROM student_figures f WHERE f.user_id = changed.user_id`), -1)})
    SELECT ${count(sql`figure = 'access' AND day >= ${today}::date`)} AS "withAccess",
           ${count(sql`figure = 'access' AND day BETWEEN ${today}::date AND ${today}::date + ${sql.lit(ENDING_DAYS)}`)}
             AS "accessEnding",
           ${count(sql`figure = 'studied' AND day > ${today}::date - ${sql.lit(WEEK_DAYS)}`)} AS studied,
           ${count(sql`figure = 'new' AND day >= ${from}::date`)} AS newcomers,
           ${count(sql`figure = 'site' AND day >= ${from}::date`)} AS registered,
           ${count(sql`figure = 'site_proof' AND day >= ${from}::date`)} AS "sentProof",
           ${count(sql`figure = 'site_paid' AND day >= ${from}::date`)} AS approved
    FROM all_counts`.execute(db);
  const [counts] = rows;
  if (!counts) throw new Error('An aggregate without groups has one row.');
  return counts;
}

/** One process at a time changes the counts; the lock ends with the transaction. */
export async function lockCounts(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('student_counts'))`.execute(tx);
}

/** Takes at most this many students from the queue, with all their rows. */
export async function takeChanged(tx: Tx, limit: number): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    WITH next AS MATERIALIZED (
           SELECT DISTINCT user_id FROM (SELECT user_id FROM student_changes LIMIT ${limit}) AS first),
         taken AS (DELETE FROM student_changes USING next WHERE student_changes.user_id = next.user_id)
    SELECT user_id AS "userId" FROM next`.execute(tx);
  return rows.map(({ userId }) => userId);
}

/** Stores the current figures of these students and moves the counts by the difference. */
export async function saveFigures(tx: Tx, userIds: readonly string[]): Promise<void> {
  await sql`
    WITH fresh AS MATERIALIZED (${currentFigures(sql`users.id = ANY(${userIds}::uuid[])`)}),
    moved AS (
      INSERT INTO student_counts (day, figure, students)
      SELECT day, figure, sum(students)::int FROM (
        ${countedDays(sql`SELECT * FROM fresh`, 1)}
        UNION ALL
        ${countedDays(sql`SELECT * FROM student_figures WHERE user_id = ANY(${userIds}::uuid[])`, -1)}) AS change
      GROUP BY day, figure HAVING sum(students) <> 0
      ON CONFLICT (day, figure) DO UPDATE SET students = student_counts.students + excluded.students),
    gone AS (
      DELETE FROM student_figures
      WHERE user_id = ANY(${userIds}::uuid[]) AND user_id NOT IN (SELECT user_id FROM fresh))
    INSERT INTO student_figures (user_id, is_active, registered_on, is_by_office, has_proof, is_paid, access_ends_on,
                                 studied_on)
    SELECT user_id, is_active, registered_on, is_by_office, has_proof, is_paid, access_ends_on, studied_on FROM fresh
    ON CONFLICT (user_id) DO UPDATE
    SET is_active = excluded.is_active, registered_on = excluded.registered_on, is_by_office = excluded.is_by_office,
        has_proof = excluded.has_proof, is_paid = excluded.is_paid, access_ends_on = excluded.access_ends_on,
        studied_on = excluded.studied_on`.execute(tx);
}

/** Ids of students, and of figures without a student, in the order of the ids. */
export async function listCountedIds(tx: Tx, after: string | null, limit: number): Promise<string[]> {
  const isAfter = (id: RawBuilder<unknown>) => (after === null ? sql`true` : sql`${id} > ${after}::uuid`);
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM (
      (SELECT id FROM users WHERE role = 'student' AND ${isAfter(sql`id`)} ORDER BY id LIMIT ${limit})
      UNION
      (SELECT user_id FROM student_figures WHERE ${isAfter(sql`user_id`)} ORDER BY user_id LIMIT ${limit})) AS known
    ORDER BY id LIMIT ${limit}`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Those of the students whose stored figures differ from the tables although nothing is queued for them. */
export async function listDrifted(tx: Tx, userIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    WITH fresh AS MATERIALIZED (${currentFigures(sql`users.id = ANY(${userIds}::uuid[])`)}),
         stored AS (SELECT * FROM student_figures WHERE user_id = ANY(${userIds}::uuid[]))
    SELECT DISTINCT user_id AS "userId"
    FROM ((TABLE fresh EXCEPT TABLE stored) UNION ALL (TABLE stored EXCEPT TABLE fresh)) AS different
    WHERE user_id NOT IN (SELECT user_id FROM student_changes)`.execute(tx);
  return rows.map(({ userId }) => userId);
}

/** Sets every count to the sum of the figures. Returns how many counts were wrong. */
export async function recountFigures(tx: Tx): Promise<number> {
  const { rows } = await sql<{ day: string }>`
    WITH counted AS MATERIALIZED (
      SELECT day, figure, sum(students)::int AS students
      FROM (${countedDays(sql`SELECT * FROM student_figures`, 1)}) AS one GROUP BY day, figure)
    INSERT INTO student_counts AS stored (day, figure, students)
    SELECT day, figure, coalesce(counted.students, 0)
    FROM counted FULL JOIN student_counts USING (day, figure)
    WHERE coalesce(counted.students, 0) <> coalesce(student_counts.students, 0)
    ON CONFLICT (day, figure) DO UPDATE SET students = excluded.students
    RETURNING day::text`.execute(tx);
  return rows.length;
}

/** Days without a student. */
export async function dropEmptyCounts(tx: Tx): Promise<void> {
  await tx.deleteFrom('student_counts').where('students', '=', 0).execute();
}
