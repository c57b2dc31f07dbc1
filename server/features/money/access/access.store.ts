import { sql } from 'kysely';
import type { AccessRuleKind } from '#contract/money/access.ts';
import { TIME_ZONE } from '#contract/time.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import { isUnpaused, type Pausing } from '#server/db/unpaused.ts';

export type Rule = { kind: AccessRuleKind; count: number | null; until: string | null };

export type NewGrant = {
  userId: string;
  paymentId: number | null;
  offerId: number | null;
  rule: Rule;
  /** Null: all. */
  courseIds: readonly number[] | null;
  now: Date;
  today: string;
};

/** Begins now. The exam that the student follows goes along if it is still to come. */
export async function insertGrant(tx: Tx, grant: NewGrant): Promise<void> {
  await sql`
    INSERT INTO access_grants (user_id, payment_id, offer_id, rule, rule_count, rule_until, course_ids, exam_id, begins_at)
    VALUES (${grant.userId}, ${grant.paymentId}, ${grant.offerId}, ${grant.rule.kind}, ${grant.rule.count},
            ${grant.rule.until}::date, ${grant.courseIds}::int[],
            (SELECT exams.id FROM followed_exams JOIN exams ON exams.id = followed_exams.exam_id
             WHERE followed_exams.user_id = ${grant.userId} AND exams.exam_date >= ${grant.today}::date),
            ${grant.now})`.execute(tx);
}

/** From now on it counts for nothing. False where the order had none that stood. */
export async function endGrantOf(tx: Tx, paymentId: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('access_grants')
    .set({ ended_at: now })
    .where('payment_id', '=', paymentId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Those that stand and have not run out. */
export async function endGrantsOf(tx: Tx, userId: string, now: Date, today: string): Promise<number> {
  const inForce = tx
    .selectFrom('access_periods')
    .select('id')
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where(sql<boolean>`ends_on >= ${today}::date`);
  const { numUpdatedRows } = await tx
    .updateTable('access_grants')
    .set({ ended_at: now })
    .where('id', 'in', inForce)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

export async function hasGrantInForce(db: Db | Tx, userId: string, today: string): Promise<boolean> {
  const row = await db
    .selectFrom('access_periods')
    .select('id')
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where(sql<boolean>`ends_on >= ${today}::date`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

const lastDay = sql<string>`least(p.ends_on, (p.ended_at AT TIME ZONE ${sql.lit(TIME_ZONE)})::date)::text`;

/** By name; one that was taken away is no longer there to be studied. */
const openedCourses = sql<{ id: number; title: string }[] | null>`CASE WHEN p.course_ids IS NOT NULL THEN coalesce((
  SELECT jsonb_agg(jsonb_build_object('id', courses.id, 'title', courses.title) ORDER BY courses.title)
  FROM courses WHERE courses.id = ANY(p.course_ids) AND courses.deleted_at IS NULL), '[]') END`;

/** Everything that ever opened the lessons to a person, what reaches farthest first; `infinity` has no end. */
export async function listPeriods(db: Db | Tx, userId: string) {
  const rows = await db
    .selectFrom('access_periods as p')
    .leftJoin('exams', 'exams.id', 'p.exam_id')
    .select([
      'p.payment_id as paymentId',
      'p.rule as kind',
      'p.rule_count as count',
      sql<string | null>`p.rule_until::text`.as('until'),
      lastDay.as('endsOn'),
      sql<boolean>`p.ended_at IS NULL`.as('stands'),
      'p.exam_id as examId',
      'exams.name as examName',
      sql<string | null>`p.exam_date::text`.as('examDate'),
      openedCourses.as('courses'),
    ])
    .where('p.user_id', '=', userId)
    .orderBy(sql`p.ended_at IS NULL`, 'desc')
    .orderBy(sql`least(p.ends_on, (p.ended_at AT TIME ZONE ${sql.lit(TIME_ZONE)})::date)`, 'desc')
    .orderBy('p.id', 'desc')
    .execute();
  return rows.map((row) => ({ ...row, kind: row.kind as AccessRuleKind }));
}

/**
 * The student follows another exam, or none. Grants follow only while their exam is still to come: after its day the
 * end is fixed, and the next exam has to be bought.
 */
export async function bindExam(tx: Tx, userId: string, examId: number | null, today: string): Promise<void> {
  await sql`
    UPDATE access_grants SET exam_id = ${examId}
    FROM access_periods AS period
    WHERE period.id = access_grants.id AND access_grants.user_id = ${userId} AND access_grants.rule = 'exam_months'
      AND access_grants.ended_at IS NULL AND period.ends_on >= ${today}::date
      AND (period.exam_date IS NULL OR period.exam_date >= ${today}::date)`.execute(tx);
}

/** Grants without an exam whose student follows one: left by the version before, which does not bind them. */
export async function bindFollowed(db: Db, today: string): Promise<number> {
  const { numAffectedRows } = await sql`
    UPDATE access_grants SET exam_id = exams.id
    FROM followed_exams JOIN exams ON exams.id = followed_exams.exam_id, access_periods AS period
    WHERE followed_exams.user_id = access_grants.user_id AND period.id = access_grants.id
      AND access_grants.exam_id IS NULL AND access_grants.rule = 'exam_months' AND access_grants.ended_at IS NULL
      AND exams.exam_date >= ${today}::date AND period.ends_on >= ${today}::date
      AND (period.exam_date IS NULL OR period.exam_date >= ${today}::date)`.execute(db);
  return Number(numAffectedRows ?? 0);
}

export type LastDay = { userId: string; endsOn: string };

/** The last day of everybody whose access goes by an exam, or by what an offer says of exams. */
export async function listLastDaysBy(tx: Tx, by: { examId: number } | { offerId: number }): Promise<LastDay[]> {
  const concerned = 'examId' in by ? sql`exam_id = ${by.examId}` : sql`offer_id = ${by.offerId}`;
  const { rows } = await sql<LastDay>`
    SELECT user_id AS "userId", max(ends_on)::text AS "endsOn" FROM access_periods
    WHERE ended_at IS NULL AND user_id IN (
      SELECT user_id FROM access_periods WHERE ${concerned} AND rule = 'exam_months' AND ended_at IS NULL)
    GROUP BY user_id`.execute(tx);
  return rows;
}

export async function listLastDays(tx: Tx, userIds: readonly string[]): Promise<LastDay[]> {
  const { rows } = await sql<LastDay>`
    SELECT user_id AS "userId", max(ends_on)::text AS "endsOn" FROM access_periods
    WHERE ended_at IS NULL AND user_id = ANY(${userIds}::uuid[]) GROUP BY user_id`.execute(tx);
  return rows;
}

/** Removes an exam that is over. Its students keep the end of access that it gave. */
export async function settleEnds(tx: Tx, examId: number, today: string): Promise<void> {
  await sql`
    UPDATE access_grants SET rule = 'until', rule_until = period.ends_on
    FROM access_periods AS period
    WHERE period.id = access_grants.id AND period.exam_id = ${examId} AND period.exam_date < ${today}::date
      AND access_grants.rule = 'exam_months' AND access_grants.ended_at IS NULL`.execute(tx);
}

/** Students whose access ends on one of these days, and on no later one. */
export async function listEndingOn(
  db: Db,
  days: readonly string[],
  pausing: Pausing,
): Promise<{ endsOn: string; userIds: string[] }[]> {
  const { rows } = await sql<{ endsOn: string; userIds: string[] }>`
    SELECT ends_on::text AS "endsOn", array_agg(user_id) AS "userIds" FROM (
      SELECT user_id, max(ends_on) AS ends_on FROM access_periods WHERE ended_at IS NULL GROUP BY user_id
    ) AS last JOIN users ON users.id = last.user_id
    WHERE users.status = 'active' AND users.role = 'student' AND ends_on = ANY(${days}::date[])
      AND ${isUnpaused(pausing, sql`ends_on`)}
    GROUP BY ends_on ORDER BY ends_on`.execute(db);
  return rows;
}

/** Active students whose last day of access lies in these days, the soonest first. */
export async function listFirstEnding(db: Db, days: { today: string; until: string; limit: number }) {
  const { rows } = await sql<{ id: string; name: string; endsOn: string }>`
    SELECT users.id, users.first_name || ' ' || users.last_name AS name, max(periods.ends_on)::text AS "endsOn"
    FROM access_periods AS periods JOIN users ON users.id = periods.user_id
    WHERE periods.ended_at IS NULL AND users.status = 'active' AND users.role = 'student'
    GROUP BY users.id
    HAVING max(periods.ends_on) BETWEEN ${days.today}::date AND ${days.until}::date
    ORDER BY max(periods.ends_on), users.id LIMIT ${days.limit}`.execute(db);
  return rows;
}
