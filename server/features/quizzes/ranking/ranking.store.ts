import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/handle.ts';

/** The subject of an entry that counts the whole exam. */
export const WHOLE = 0;

/** Holds the ranking of a quiz, made or not: one process at a time writes it. */
export async function holdRanking(tx: Tx, quizId: number, now: Date) {
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
    .select(['stale'])
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
    LEFT JOIN ranking_entries e ON e.attempt_id = a.id AND e.quiz_id = a.quiz_id AND e.subject_id = ${WHOLE}
    WHERE a.quiz_id = ${quizId} AND a.results_at IS NOT NULL AND a.closed_at IS NOT NULL
      AND NOT a.is_preview AND NOT a.is_direct AND a.typed_by IS NULL AND a.user_id IS NOT NULL
    ORDER BY a.user_id, a.id`.execute(tx);
  return rows;
}

export type NewEntry = {
  subjectId: number;
  attemptId: number;
  userId: string;
  alias: string;
  points: number;
  seconds: number;
  sortKey: number[];
  isHidden: boolean;
};

export async function writeEntries(tx: Tx, quizId: number, entries: readonly NewEntry[]): Promise<void> {
  const column = <K extends keyof NewEntry>(key: K) => entries.map((entry) => entry[key]);
  await sql`
    INSERT INTO ranking_entries (quiz_id, subject_id, attempt_id, user_id, alias, points, seconds, sort_key, is_hidden)
    SELECT ${quizId}, subject_id, attempt_id, user_id, alias, points, seconds, sort_key::float8[], is_hidden
    FROM unnest(${column('subjectId')}::int[], ${column('attemptId')}::int[], ${column('userId')}::uuid[],
                ${column('alias')}::text[], ${column('points')}::float8[], ${column('seconds')}::int[],
                ${entries.map(({ sortKey }) => `{${sortKey.join(',')}}`)}::text[], ${column('isHidden')}::boolean[])
         AS entry (subject_id, attempt_id, user_id, alias, points, seconds, sort_key, is_hidden)
    ON CONFLICT (quiz_id, subject_id, attempt_id) DO UPDATE
    SET points = excluded.points, seconds = excluded.seconds, sort_key = excluded.sort_key,
        is_hidden = excluded.is_hidden`.execute(tx);
}

/** Entries of a subject that none of the questions has any more. */
export async function dropOtherSubjects(tx: Tx, quizId: number, subjectIds: readonly number[]): Promise<void> {
  await tx
    .deleteFrom('ranking_entries')
    .where('quiz_id', '=', quizId)
    .where('subject_id', '<>', sql<number>`ALL(${[WHOLE, ...subjectIds]}::int[])`)
    .execute();
}

/** Hides who has left, and shows who is back. */
export async function followLeavers(tx: Tx, quizId: number): Promise<void> {
  await sql`
    UPDATE ranking_entries AS entry SET is_hidden = NOT is_hidden
    WHERE quiz_id = ${quizId}
      AND is_hidden <> EXISTS (SELECT FROM ranking_leavers l WHERE l.user_id = entry.user_id)`.execute(tx);
}

/** Everybody who appears, in order; equals share a position, and the attempts' ids decide which of them is named first. */
export async function putInOrder(tx: Tx, quizId: number): Promise<void> {
  await sql`
    UPDATE ranking_entries AS entry
    SET place = ordered.place, position = ordered.position, better_than = 1 - ordered.not_behind
    FROM (
      SELECT subject_id, attempt_id, row_number() OVER (PARTITION BY subject_id ORDER BY sort_key DESC, attempt_id) AS place,
             rank() OVER by_points AS position, cume_dist() OVER by_points AS not_behind
      FROM ranking_entries WHERE quiz_id = ${quizId} AND NOT is_hidden
      WINDOW by_points AS (PARTITION BY subject_id ORDER BY sort_key DESC)
    ) AS ordered
    WHERE entry.quiz_id = ${quizId} AND entry.subject_id = ordered.subject_id AND entry.attempt_id = ordered.attempt_id
      AND (entry.place, entry.position, entry.better_than)
          IS DISTINCT FROM (ordered.place::int, ordered.position::int, 1 - ordered.not_behind)`.execute(tx);
}

const BARS = 14;

/** Counts what the page shows of everybody: in equal steps from the least to the most. */
export async function countCharts(tx: Tx, quizId: number) {
  const { rows } = await sql<{ subjectId: number; least: number; most: number; bar: number; people: number }>`
    WITH shown AS (SELECT subject_id, points FROM ranking_entries WHERE quiz_id = ${quizId} AND NOT is_hidden),
         span AS (SELECT subject_id, min(points) AS lowest, max(points) AS highest FROM shown GROUP BY subject_id)
    SELECT subject_id AS "subjectId", lowest AS least, highest AS most,
           CASE WHEN highest = lowest THEN 1 ELSE least(width_bucket(points, lowest, highest, ${BARS}), ${BARS}) END AS bar,
           count(*)::int AS people
    FROM shown JOIN span USING (subject_id) GROUP BY 1, 2, 3, 4`.execute(tx);
  const charts: Record<string, { from: number; to: number; counts: number[] }> = {};
  for (const { subjectId, least, most, bar, people } of rows) {
    const chart = charts[subjectId] ?? { from: least, to: most, counts: new Array(most === least ? 1 : BARS).fill(0) };
    chart.counts[bar - 1] = people;
    charts[subjectId] = chart;
  }
  return charts;
}

export async function countPeople(tx: Tx, quizId: number) {
  const { rows } = await sql<{ people: number; passed: number }>`
    SELECT count(*)::int AS people, count(*) FILTER (WHERE a.passed)::int AS passed
    FROM ranking_entries e JOIN attempts a ON a.id = e.attempt_id
    WHERE e.quiz_id = ${quizId} AND e.subject_id = ${WHOLE} AND NOT e.is_hidden`.execute(tx);
  return rows[0] ?? { people: 0, passed: 0 };
}

type Made = { people: number; passed: number; charts: object; line?: { passLine: number; maxPoints: number } };

export async function finishRanking(tx: Tx, quizId: number, { people, passed, charts, line }: Made): Promise<void> {
  await tx
    .updateTable('quiz_rankings')
    .set({
      stale: null,
      people,
      passed,
      charts: JSON.stringify(charts),
      ...(line ? { pass_line: line.passLine, max_points: line.maxPoints } : {}),
    })
    .where('quiz_id', '=', quizId)
    .execute();
}

export async function listStale(db: Db, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('quiz_rankings')
    .select('quiz_id as quizId')
    .where('stale', 'is not', null)
    .orderBy('quiz_id')
    .limit(limit)
    .execute();
  return rows.map(({ quizId }) => quizId);
}

/** The rankings of these quizzes are to be counted anew, and say so. */
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
