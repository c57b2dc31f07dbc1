import { type RawBuilder, sql } from 'kysely';
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
    LEFT JOIN ranking_entries e ON e.attempt_id = a.id AND e.quiz_id = a.quiz_id AND e.subject_id = ${WHOLE_EXAM}
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
  /** Missed a minimum: without a position in the whole exam. */
  isEliminated: boolean;
};

/** Where points are gathered before they are put in order: rows without keys to others, gone with the transaction. */
export async function openCounting(tx: Tx): Promise<void> {
  await sql`
    CREATE TEMPORARY TABLE ranking_counted (
      subject_id int, attempt_id int, user_id uuid, alias text, points float8, seconds int, sort_key float8[],
      is_hidden boolean, is_eliminated boolean
    ) ON COMMIT DROP`.execute(tx);
}

export async function countEntries(tx: Tx, entries: readonly NewEntry[]): Promise<void> {
  const column = <K extends keyof NewEntry>(key: K) => entries.map((entry) => entry[key]);
  await sql`
    INSERT INTO ranking_counted
    SELECT subject_id, attempt_id, user_id, alias, points, seconds, sort_key::float8[], is_hidden, is_eliminated
    FROM unnest(${column('subjectId')}::int[], ${column('attemptId')}::int[], ${column('userId')}::uuid[],
                ${column('alias')}::text[], ${column('points')}::float8[], ${column('seconds')}::int[],
                ${entries.map(({ sortKey }) => `{${sortKey.join(',')}}`)}::text[], ${column('isHidden')}::boolean[],
                ${column('isEliminated')}::boolean[])
         AS entry (subject_id, attempt_id, user_id, alias, points, seconds, sort_key, is_hidden, is_eliminated)`.execute(
    tx,
  );
}

/** The order of those who appear and are not eliminated. Equals share a position; the ids decide which is named first. */
const ranks = (entries: RawBuilder<unknown>) => sql`
  SELECT *, row_number() OVER (ORDER BY sort_key DESC, attempt_id)::int AS ordered_place,
         rank() OVER by_points::int AS ordered_position, 1 - cume_dist() OVER by_points AS ordered_better_than
  FROM (${entries}) AS entry WHERE NOT is_hidden AND NOT is_eliminated
  WINDOW by_points AS (ORDER BY sort_key DESC)`;

/**
 * Writes the entries of one subject with their positions in one statement: a row inserted and then updated in one
 * transaction has its keys checked twice, which for twenty thousand people exceeds the statement timeout.
 */
export async function writeCounted(tx: Tx, quizId: number, subjectId: number): Promise<void> {
  const counted = sql`SELECT * FROM ranking_counted WHERE subject_id = ${subjectId}`;
  await sql`
    INSERT INTO ranking_entries (quiz_id, subject_id, attempt_id, user_id, alias, points, seconds, sort_key, is_hidden,
                                 is_eliminated, place, position, better_than)
    SELECT ${quizId}, ${subjectId}, counted.attempt_id, counted.user_id, counted.alias, counted.points, counted.seconds,
           counted.sort_key, counted.is_hidden, counted.is_eliminated, ordered_place, ordered_position, ordered_better_than
    FROM (${counted}) AS counted LEFT JOIN (${ranks(counted)}) AS placed USING (attempt_id)
    ON CONFLICT (quiz_id, subject_id, attempt_id) DO UPDATE
    SET points = excluded.points, seconds = excluded.seconds, sort_key = excluded.sort_key,
        is_hidden = excluded.is_hidden, is_eliminated = excluded.is_eliminated, place = excluded.place, position = excluded.position,
        better_than = excluded.better_than
    WHERE (ranking_entries.points, ranking_entries.sort_key, ranking_entries.is_hidden, ranking_entries.is_eliminated,
           ranking_entries.place, ranking_entries.position, ranking_entries.better_than)
          IS DISTINCT FROM (excluded.points, excluded.sort_key, excluded.is_hidden, excluded.is_eliminated,
                            excluded.place, excluded.position, excluded.better_than)`.execute(tx);
}

/** Entries of a subject that none of the questions has any more. */
export async function dropOtherSubjects(tx: Tx, quizId: number, subjectIds: readonly number[]): Promise<void> {
  await tx
    .deleteFrom('ranking_entries')
    .where('quiz_id', '=', quizId)
    .where('subject_id', '<>', sql<number>`ALL(${[WHOLE_EXAM, ...subjectIds]}::int[])`)
    .execute();
}

/** Hides students who left and shows those who returned. Returns whether any row changed. */
export async function followLeavers(tx: Tx, quizId: number): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    UPDATE ranking_entries AS entry SET is_hidden = NOT is_hidden, place = NULL, position = NULL, better_than = NULL
    WHERE quiz_id = ${quizId}
      AND is_hidden <> EXISTS (SELECT FROM ranking_leavers l WHERE l.user_id = entry.user_id)`.execute(tx);
  return numAffectedRows > 0n;
}

/** The subjects that the ranking of a quiz has, the whole exam first. */
export async function listRankedSubjects(tx: Tx, quizId: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('ranking_entries')
    .select('subject_id as subjectId')
    .distinct()
    .where('quiz_id', '=', quizId)
    .orderBy('subject_id')
    .execute();
  return rows.map(({ subjectId }) => subjectId);
}

/** Updates the positions of all entries of one subject. */
export async function putInOrder(tx: Tx, quizId: number, subjectId: number): Promise<void> {
  const entries = sql`SELECT * FROM ranking_entries WHERE quiz_id = ${quizId} AND subject_id = ${subjectId}`;
  await sql`
    UPDATE ranking_entries AS entry
    SET place = ordered_place, position = ordered_position, better_than = ordered_better_than
    FROM (${ranks(entries)}) AS placed
    WHERE entry.quiz_id = ${quizId} AND entry.subject_id = ${subjectId} AND entry.attempt_id = placed.attempt_id
      AND (entry.place, entry.position, entry.better_than)
          IS DISTINCT FROM (ordered_place, ordered_position, ordered_better_than)`.execute(tx);
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
  line?: { passLine: number; maxPoints: number };
};

export async function finishRanking(
  tx: Tx,
  quizId: number,
  { people, passed, eliminated, charts, line }: Made,
): Promise<void> {
  await tx
    .updateTable('quiz_rankings')
    .set({
      stale: null,
      people,
      passed,
      eliminated,
      charts: JSON.stringify(charts),
      ...(line ? { pass_line: line.passLine, max_points: line.maxPoints } : {}),
    })
    .where('quiz_id', '=', quizId)
    .execute();
}

/** Rankings that are stale, or that still show a student who left while the ranking was computed. */
export async function listStale(db: Db, { pausing, limit }: { pausing: Pausing; limit: number }): Promise<number[]> {
  const { rows } = await sql<{ quizId: number }>`
    SELECT due.quiz_id AS "quizId" FROM (
      SELECT quiz_id FROM quiz_rankings WHERE stale IS NOT NULL
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
