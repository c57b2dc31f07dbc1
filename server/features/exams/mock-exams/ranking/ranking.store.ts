import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';
import { isUnpaused, type Pausing } from '#server/db/unpaused.ts';

/** The subject of an entry that counts the whole exam. */
export const WHOLE_EXAM = 0;

/** Locks the ranking of a quiz and creates its row if missing: only one process at a time writes it. */
export async function lockRanking(tx: Tx, quizId: number, now: Date) {
  await tx
    .insertInto('quiz_rankings')
    .values({
      quiz_id: quizId,
      made_at: now,
      stale: 'points',
      pass_line: 0,
      max_points: 0,
      people: 0,
      passed: 0,
      charts: '{}',
    })
    .onConflict((conflict) => conflict.column('quiz_id').doNothing())
    .execute();
  return tx
    .selectFrom('quiz_rankings')
    .select(['stale', 'regrades', 'changes'])
    .where('quiz_id', '=', quizId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** The first attempt of each student inside the window. What a teacher typed from paper had no clock. */
export async function listRankedAttempts(tx: Tx, quizId: number) {
  const { rows } = await sql<{
    attemptId: number;
    userId: string;
    versionId: number;
    passingScore: number;
    seconds: number;
    alias: string | null;
    isHidden: boolean;
  }>`
    SELECT DISTINCT ON (a.user_id) a.id AS "attemptId", a.user_id AS "userId", a.quiz_version_id AS "versionId",
           a.passing_score AS "passingScore", a.time_spent AS seconds, e.alias,
           EXISTS (SELECT FROM ranking_leavers l WHERE l.user_id = a.user_id) AS "isHidden"
    FROM attempts a
    LEFT JOIN ranking_entries e ON e.attempt_id = a.id AND e.quiz_id = a.quiz_id AND e.subject_id = ${WHOLE_EXAM}
    WHERE a.quiz_id = ${quizId} AND a.results_at IS NOT NULL AND a.closed_at IS NOT NULL
      AND NOT a.is_preview AND NOT a.is_direct AND a.typed_by IS NULL AND a.user_id IS NOT NULL
    ORDER BY a.user_id, a.id`.execute(tx);
  return rows;
}

/** Removes at most this many entries of subjects that no question has any more. Returns how many. */
export async function dropOtherSubjects(
  tx: Tx,
  quizId: number,
  subjectIds: readonly number[],
  limit: number,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    DELETE FROM ranking_entries WHERE ctid = ANY (ARRAY (
      SELECT ctid FROM ranking_entries
      WHERE quiz_id = ${quizId} AND subject_id <> ALL(${subjectIds}::int[]) LIMIT ${limit}))`.execute(tx);
  return Number(numAffectedRows);
}

/** Hides students who left and shows those who returned. Returns whether any row changed. */
export async function followLeavers(tx: Tx, quizId: number): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    UPDATE ranking_entries AS entry SET is_hidden = NOT is_hidden, place = NULL, position = NULL, better_than = NULL
    WHERE quiz_id = ${quizId}
      AND is_hidden <> EXISTS (SELECT FROM ranking_leavers l WHERE l.user_id = entry.user_id)`.execute(tx);
  return numAffectedRows > 0n;
}

const BARS = 14;

export type Chart = { from: number; to: number; counts: number[] };

/** Counts what the page shows of everybody in a subject: in equal steps from the least to the most. */
export async function countChart(tx: Tx, quizId: number, subjectId: number): Promise<Chart | undefined> {
  const { rows } = await sql<{ least: number; most: number; bar: number; people: number }>`
    WITH shown AS (
           SELECT points FROM ranking_entries
           WHERE quiz_id = ${quizId} AND subject_id = ${subjectId} AND NOT is_hidden),
         span AS (SELECT min(points) AS lowest, max(points) AS highest FROM shown)
    SELECT lowest AS least, highest AS most,
           CASE WHEN highest = lowest THEN 1 ELSE least(width_bucket(points, lowest, highest, ${BARS}), ${BARS}) END AS bar,
           count(*)::int AS people
    FROM shown CROSS JOIN span GROUP BY 1, 2, 3`.execute(tx);
  const [first] = rows;
  if (!first) return undefined;
  const chart = { from: first.least, to: first.most, counts: new Array(first.most === first.least ? 1 : BARS).fill(0) };
  for (const { bar, people } of rows) chart.counts[bar - 1] = people;
  return chart;
}

export async function countPeople(tx: Tx, quizId: number) {
  const { rows } = await sql<{ people: number; passed: number; eliminated: number }>`
    SELECT count(*)::int AS people, count(*) FILTER (WHERE a.passed)::int AS passed,
      count(*) FILTER (WHERE e.is_eliminated)::int AS eliminated
    FROM ranking_entries e JOIN attempts a ON a.id = e.attempt_id
    WHERE e.quiz_id = ${quizId} AND e.subject_id = ${WHOLE_EXAM} AND NOT e.is_hidden`.execute(tx);
  return rows[0] ?? { people: 0, passed: 0, eliminated: 0 };
}

type Made = {
  people: number;
  passed: number;
  eliminated: number;
  charts: object;
  line: { passLine: number; maxPoints: number } | null;
  /** What is left to do, because it was asked for while the ranking was made. */
  stale: 'order' | 'points' | null;
};

export async function finishRanking(
  tx: Tx,
  quizId: number,
  { people, passed, eliminated, charts, line, stale }: Made,
): Promise<void> {
  await tx
    .updateTable('quiz_rankings')
    .set({
      stale,
      people,
      passed,
      eliminated,
      charts: JSON.stringify(charts),
      ...(line ? { pass_line: line.passLine, max_points: line.maxPoints } : {}),
    })
    .where('quiz_id', '=', quizId)
    .execute();
}

/** Rankings that are stale or unfinished, or that still show a student who left while the ranking was computed. */
export async function listStale(db: Db, { pausing, limit }: { pausing: Pausing; limit: number }): Promise<number[]> {
  const { rows } = await sql<{ quizId: number }>`
    SELECT due.quiz_id AS "quizId" FROM (
      SELECT quiz_id FROM quiz_rankings WHERE stale IS NOT NULL
      UNION SELECT quiz_id FROM ranking_runs
      UNION SELECT quiz_id FROM ranking_leavers JOIN ranking_entries USING (user_id) WHERE NOT is_hidden) AS due
    WHERE ${isUnpaused(pausing, sql`due.quiz_id`)}
    ORDER BY 1 LIMIT ${limit}`.execute(db);
  return rows.map(({ quizId }) => quizId);
}

/** Schedules the rankings of these quizzes for a recount and records the time of the regrade. */
export async function markRegraded(tx: Tx, quizIds: readonly number[], now: Date): Promise<number[]> {
  if (quizIds.length === 0) return [];
  const rows = await tx
    .updateTable('quiz_rankings')
    .set({ stale: 'points', regraded_at: now })
    .where('quiz_id', 'in', [...quizIds])
    .returning('quiz_id as quizId')
    .execute();
  return rows.map(({ quizId }) => quizId);
}

/** Leaves, or comes back; says which rankings have to be put in order. Hidden at once, moved up by a job. */
export async function setLeaver(tx: Tx, userId: string, isIn: boolean, now: Date): Promise<number[]> {
  if (isIn) await tx.deleteFrom('ranking_leavers').where('user_id', '=', userId).execute();
  else
    await tx
      .insertInto('ranking_leavers')
      .values({ user_id: userId, left_at: now })
      .onConflict((conflict) => conflict.column('user_id').doNothing())
      .execute();
  const changed = await tx
    .updateTable('ranking_entries')
    .set({ is_hidden: !isIn, place: null, position: null, better_than: null })
    .where('user_id', '=', userId)
    .where('is_hidden', '=', isIn)
    .returning('quiz_id as quizId')
    .execute();
  const quizIds = [...new Set(changed.map(({ quizId }) => quizId))];
  if (quizIds.length > 0)
    await tx
      .updateTable('quiz_rankings')
      .set({ stale: sql`coalesce(stale, 'order')` })
      .where('quiz_id', 'in', quizIds)
      .execute();
  return quizIds;
}
