import { sql } from 'kysely';
import type { LateStart } from '#contract/exams/quiz-windows.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import { isUnpaused, type Pausing } from '#server/db/unpaused.ts';
import { isTrueFalse } from '../taking/quizzes.store.ts';

const lateStart = sql<LateStart>`late_start`.as('lateStart');

export async function findWindow(db: Db | Tx, quizId: number) {
  return db
    .selectFrom('quiz_windows')
    .select([
      'opens_at as opensAt',
      'closes_at as closesAt',
      lateStart,
      'results_at as resultsAt',
      'version',
      'ended_at as endedAt',
    ])
    .where('quiz_id', '=', quizId)
    .executeTakeFirst();
}

type Written = { opensAt: Date; closesAt: Date; lateStart: LateStart; resultsAt: Date; now: Date };

export async function writeWindow(tx: Tx, quizId: number, window: Written): Promise<void> {
  const values = {
    opens_at: window.opensAt,
    closes_at: window.closesAt,
    late_start: window.lateStart,
    results_at: window.resultsAt,
    plain_results_at: null,
    updated_at: window.now,
    // Moving a window triggers another reminder.
    reminded_at: null,
  };
  await tx
    .insertInto('quiz_windows')
    .values({ ...values, quiz_id: quizId, created_at: window.now })
    .onConflict((conflict) =>
      conflict.column('quiz_id').doUpdateSet((set) => ({ ...values, version: set('quiz_windows.version', '+', 1) })),
    )
    .execute();
}

export async function deleteWindow(tx: Tx, quizId: number): Promise<void> {
  await tx.deleteFrom('quiz_windows').where('quiz_id', '=', quizId).execute();
}

/** The window ends later: so do the results of those who are in it. */
export async function moveResults(tx: Tx, quizId: number, resultsAt: Date): Promise<void> {
  await tx
    .updateTable('attempts')
    .set({ results_at: resultsAt })
    .where('quiz_id', '=', quizId)
    .where('closed_at', 'is', null)
    .where('results_at', 'is not', null)
    .execute();
}

export async function countInWindow(db: Db | Tx, quizId: number) {
  const { rows } = await sql<{ confirmed: number; taken: number }>`
    SELECT (SELECT count(*) FROM quiz_presences WHERE quiz_id = ${quizId}) AS confirmed,
           (SELECT count(*) FROM attempts WHERE quiz_id = ${quizId} AND results_at IS NOT NULL) AS taken`.execute(db);
  return rows[0] ?? { confirmed: 0, taken: 0 };
}

export async function countPresences(db: Db | Tx, quizId: number, userId: string) {
  const { rows } = await sql<{ confirmed: number; isConfirmed: boolean }>`
    SELECT count(*) AS confirmed, coalesce(bool_or(user_id = ${userId}), false) AS "isConfirmed"
    FROM quiz_presences WHERE quiz_id = ${quizId}`.execute(db);
  return rows[0] ?? { confirmed: 0, isConfirmed: false };
}

export async function insertPresence(db: Db, quizId: number, userId: string, now: Date): Promise<void> {
  await db
    .insertInto('quiz_presences')
    .values({ quiz_id: quizId, user_id: userId, confirmed_at: now })
    .onConflict((conflict) => conflict.columns(['quiz_id', 'user_id']).doNothing())
    .execute();
}

export async function deletePresence(db: Db, quizId: number, userId: string): Promise<void> {
  await db.deleteFrom('quiz_presences').where('quiz_id', '=', quizId).where('user_id', '=', userId).execute();
}

export type UpcomingRow = {
  quizId: number;
  title: string;
  questionCount: number;
  isTrueFalse: boolean;
  /** Minutes of everybody. */
  timeLimit: number | null;
  conduct: unknown;
  /** The extra time of the student; null: there is none. */
  extraPercent: number | null;
  extraMinutes: number | null;
  opensAt: Date;
  closesAt: Date;
  resultsAt: Date;
  endsForAll: boolean;
  confirmed: number;
  isConfirmed: boolean;
  deadlineAt: Date | null;
  submittedAt: Date | null;
};

/** Windows of published quizzes that are not over, soonest first. */
export const upcomingWindows = (
  userId: string,
  { after, today, bought, limit }: { after: Date; today: string; bought: readonly number[] | null; limit: number },
) => sql<UpcomingRow>`
    SELECT w.quiz_id AS "quizId", quiz_versions.title,
           quiz_versions.question_count AS "questionCount", ${isTrueFalse} AS "isTrueFalse",
           quiz_versions.time_limit AS "timeLimit", quiz_versions.conduct,
           extra.extra_percent AS "extraPercent", extra.extra_minutes AS "extraMinutes",
           w.opens_at AS "opensAt", w.closes_at AS "closesAt", w.results_at AS "resultsAt",
           w.late_start = 'shortens' AS "endsForAll",
           (SELECT count(*) FROM quiz_presences p WHERE p.quiz_id = w.quiz_id)::int AS confirmed,
           EXISTS (SELECT FROM quiz_presences p WHERE p.quiz_id = w.quiz_id AND p.user_id = ${userId}) AS "isConfirmed",
           own.deadline_at AS "deadlineAt", own.submitted_at AS "submittedAt"
    FROM quiz_windows w
    JOIN quizzes z ON z.id = w.quiz_id
    JOIN quiz_versions ON quiz_versions.id = z.published_version_id
    LEFT JOIN attempts own ON own.quiz_id = w.quiz_id AND own.user_id = ${userId} AND own.closed_at IS NULL
      AND NOT own.is_direct
    LEFT JOIN exam_time_rights extra ON extra.user_id = ${userId} AND extra.granted_at IS NOT NULL
      AND extra.valid_until >= ${today}::date
    WHERE w.ended_at IS NULL AND w.results_at >= (SELECT ${after}::timestamptz)
      ${bought === null ? sql`` : sql`AND quiz_is_open(z.id, ${bought}::int[])`}
    ORDER BY w.opens_at, w.quiz_id LIMIT ${limit}`;

/** Windows that open before a moment and have sent no reminder yet, with the students who want one. */
export async function listToRemind(
  db: Db,
  { now, before, pausing, limit }: { now: Date; before: Date; pausing: Pausing; limit: number },
) {
  const { rows } = await sql<{ quizId: number; title: string; opensAt: Date; closesAt: Date; userIds: string[] }>`
    SELECT w.quiz_id AS "quizId", v.title, w.opens_at AS "opensAt", w.closes_at AS "closesAt",
           coalesce(array_agg(p.user_id) FILTER (WHERE p.user_id IS NOT NULL), '{}') AS "userIds"
    FROM quiz_windows w
    JOIN quizzes z ON z.id = w.quiz_id
    JOIN quiz_versions v ON v.id = z.published_version_id
    LEFT JOIN quiz_presences p ON p.quiz_id = w.quiz_id
    WHERE w.ended_at IS NULL AND w.reminded_at IS NULL AND w.opens_at > ${now} AND w.opens_at <= ${before}
      AND ${isUnpaused(pausing, sql`w.quiz_id`)}
    GROUP BY w.quiz_id, v.title ORDER BY w.opens_at LIMIT ${limit}`.execute(db);
  return rows;
}

export async function markReminded(tx: Tx, quizId: number, opensAt: Date, now: Date): Promise<void> {
  await tx
    .updateTable('quiz_windows')
    .set({ reminded_at: now })
    .where('quiz_id', '=', quizId)
    .where('opens_at', '=', opensAt)
    .execute();
}

/** Windows whose results are due and that have no ungraded attempt left. */
export async function listToEnd(db: Db, { before, pausing, limit }: { before: Date; pausing: Pausing; limit: number }) {
  const { rows } = await sql<{ quizId: number; title: string }>`
    SELECT w.quiz_id AS "quizId", v.title
    FROM quiz_windows w
    JOIN quizzes z ON z.id = w.quiz_id
    JOIN quiz_versions v ON v.id = coalesce(z.published_version_id, z.draft_version_id)
    WHERE w.ended_at IS NULL AND w.results_at < ${before} AND NOT EXISTS (
      SELECT FROM attempts a WHERE a.quiz_id = w.quiz_id AND a.closed_at IS NULL AND a.results_at IS NOT NULL)
      AND ${isUnpaused(pausing, sql`w.quiz_id`)}
    ORDER BY w.opens_at LIMIT ${limit}`.execute(db);
  return rows;
}

/** False when another process has ended it. */
export async function endWindow(tx: Tx, quizId: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('quiz_windows')
    .set({ ended_at: now })
    .where('quiz_id', '=', quizId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function listTakers(tx: Tx, quizId: number): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    SELECT DISTINCT user_id AS "userId" FROM attempts
    WHERE quiz_id = ${quizId} AND results_at IS NOT NULL AND NOT is_preview AND user_id IS NOT NULL`.execute(tx);
  return rows.map(({ userId }) => userId);
}
