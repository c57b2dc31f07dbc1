import { sql } from 'kysely';
import type { Tx } from '#server/db/handle.ts';
import type { Chart } from './ranking.store.ts';

export type RunKind = 'order' | 'points';

/** How far a run came. */
export type Run = {
  kind: RunKind;
  phase: 'gather' | 'publish' | 'finish' | 'clear';
  regrades: number;
  changes: number;
  afterUser: string | null;
  subjectId: number | null;
  afterAttempt: number | null;
  isListed: boolean;
  afterKey: number[] | null;
  place: number;
  position: number;
  /** How many have a position in the subject. */
  listed: number;
  passLine: number | null;
  maxPoints: number | null;
  charts: Record<string, Chart>;
};

export async function findRun(tx: Tx, quizId: number): Promise<Run | undefined> {
  const row = await tx
    .selectFrom('ranking_runs')
    .select([
      ...(['kind', 'phase', 'regrades', 'changes', 'after_user as afterUser', 'subject_id as subjectId'] as const),
      ...(['after_attempt as afterAttempt', 'is_listed as isListed', 'after_key as afterKey', 'place'] as const),
      ...(['position', 'listed', 'pass_line as passLine', 'max_points as maxPoints', 'charts'] as const),
    ])
    .where('quiz_id', '=', quizId)
    .executeTakeFirst();
  return row && ({ ...row, charts: row.charts as Run['charts'] } as Run);
}

export async function startRun(tx: Tx, quizId: number, run: Pick<Run, 'kind' | 'regrades' | 'changes'>): Promise<void> {
  await tx
    .insertInto('ranking_runs')
    .values({ quiz_id: quizId, phase: 'gather', ...run })
    .execute();
}

export async function saveRun(tx: Tx, quizId: number, change: Partial<Omit<Run, 'kind'>>): Promise<void> {
  const { afterUser, subjectId, afterAttempt, isListed, afterKey, passLine, maxPoints, charts, ...same } = change;
  const renamed = {
    after_user: afterUser,
    subject_id: subjectId,
    after_attempt: afterAttempt,
    is_listed: isListed,
    after_key: afterKey,
    pass_line: passLine,
    max_points: maxPoints,
    charts: charts && JSON.stringify(charts),
  };
  const given = Object.fromEntries(Object.entries(renamed).filter(([, value]) => value !== undefined));
  await tx
    .updateTable('ranking_runs')
    .set({ ...same, ...given })
    .where('quiz_id', '=', quizId)
    .execute();
}

export async function endRun(tx: Tx, quizId: number): Promise<void> {
  await tx.deleteFrom('ranking_runs').where('quiz_id', '=', quizId).execute();
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

/** The account of a student may be gone since the attempts were listed: such entries are left out. */
export async function addDrafts(tx: Tx, quizId: number, entries: readonly NewEntry[]): Promise<void> {
  const column = <K extends keyof NewEntry>(key: K) => entries.map((entry) => entry[key]);
  await sql`
    INSERT INTO ranking_drafts (quiz_id, subject_id, attempt_id, user_id, alias, points, seconds, sort_key, is_hidden,
                                is_eliminated)
    SELECT ${quizId}, subject_id, attempt_id, user_id, alias, points, seconds, sort_key::float8[], is_hidden,
           is_eliminated
    FROM unnest(${column('subjectId')}::int[], ${column('attemptId')}::int[], ${column('userId')}::uuid[],
                ${column('alias')}::text[], ${column('points')}::float8[], ${column('seconds')}::int[],
                ${entries.map(({ sortKey }) => `{${sortKey.join(',')}}`)}::text[], ${column('isHidden')}::boolean[],
                ${column('isEliminated')}::boolean[])
         AS entry (subject_id, attempt_id, user_id, alias, points, seconds, sort_key, is_hidden, is_eliminated)
    WHERE EXISTS (SELECT FROM users WHERE users.id = entry.user_id)`.execute(tx);
}

/** Copies the next entries of the current ranking, whose points stay. Returns the last one, or undefined at the end. */
export async function copyEntries(
  tx: Tx,
  quizId: number,
  after: Pick<Run, 'subjectId' | 'afterAttempt'>,
  limit: number,
) {
  const { rows } = await sql<{ subjectId: number; attemptId: number }>`
    INSERT INTO ranking_drafts (quiz_id, subject_id, attempt_id, user_id, alias, points, seconds, sort_key, is_hidden,
                                is_eliminated)
    SELECT quiz_id, subject_id, attempt_id, user_id, alias, points, seconds, sort_key, is_hidden, is_eliminated
    FROM ranking_entries
    WHERE quiz_id = ${quizId} AND (subject_id, attempt_id) > (${after.subjectId ?? -1}, ${after.afterAttempt ?? 0})
    ORDER BY subject_id, attempt_id LIMIT ${limit}
    RETURNING subject_id AS "subjectId", attempt_id AS "attemptId"`.execute(tx);
  return rows.toSorted((a, b) => a.subjectId - b.subjectId || a.attemptId - b.attemptId).at(-1);
}

/** The aliases that the run has assigned so far. */
export async function listDraftAliases(tx: Tx, quizId: number, subjectId: number): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('ranking_drafts')
    .select('alias')
    .where('quiz_id', '=', quizId)
    .where('subject_id', '=', subjectId)
    .execute();
  return new Set(rows.map(({ alias }) => alias));
}

/** The subject that follows in the drafts, and how many students have a position in it. */
export async function findNextSubject(tx: Tx, quizId: number, after: number | null) {
  const { rows } = await sql<{ subjectId: number; listed: number }>`
    SELECT next.subject_id AS "subjectId",
           (SELECT count(*) FROM ranking_drafts d
            WHERE d.quiz_id = ${quizId} AND d.subject_id = next.subject_id AND d.is_listed)::int AS listed
    FROM (SELECT subject_id FROM ranking_drafts WHERE quiz_id = ${quizId} AND subject_id > ${after ?? -1}
          ORDER BY subject_id LIMIT 1) AS next`.execute(tx);
  return rows[0];
}

type Published = { attemptId: number; sortKey: number[]; place: number; position: number; rows: number };

/**
 * Writes the next entries of a subject with their positions, in the order of their keys. Equals share a position; the
 * ids decide which is listed first. The run carries place and position from piece to piece. A student who left since
 * the entries were gathered is hidden. Returns the last entry.
 */
export async function publishDrafts(tx: Tx, quizId: number, run: Run, limit: number): Promise<Published | undefined> {
  const { rows } = await sql<Published>`
    WITH piece AS MATERIALIZED (
      SELECT d.* FROM ranking_drafts d
      WHERE d.quiz_id = ${quizId} AND d.subject_id = ${run.subjectId} AND d.is_listed = ${run.isListed}
        AND (${run.afterKey}::float8[] IS NULL OR (d.sort_key <= ${run.afterKey}::float8[]
             AND (d.sort_key < ${run.afterKey}::float8[] OR d.attempt_id > ${run.afterAttempt}::int)))
      ORDER BY d.sort_key DESC, d.attempt_id LIMIT ${limit}),
    equals AS (
      SELECT sort_key, (SELECT count(*) FROM ranking_drafts d
                        WHERE d.quiz_id = ${quizId} AND d.subject_id = ${run.subjectId} AND d.is_listed
                          AND d.sort_key = own.sort_key) AS people
      FROM (SELECT DISTINCT sort_key FROM piece) AS own),
    placed AS MATERIALIZED (
      SELECT piece.*, equals.people,
             (${run.place}::int + row_number() OVER (ORDER BY sort_key DESC, attempt_id))::int AS place,
             CASE WHEN sort_key = ${run.afterKey}::float8[] THEN ${run.position}::int
                  ELSE (${run.place}::int + rank() OVER (ORDER BY sort_key DESC))::int END AS position,
             EXISTS (SELECT FROM ranking_leavers l WHERE l.user_id = piece.user_id) AS has_left
      FROM piece JOIN equals USING (sort_key)),
    written AS (
      INSERT INTO ranking_entries (quiz_id, subject_id, attempt_id, user_id, alias, points, seconds, sort_key, is_hidden,
                                   is_eliminated, place, position, better_than)
      SELECT quiz_id, subject_id, attempt_id, placed.user_id, alias, points, seconds, sort_key, is_hidden OR has_left,
             is_eliminated,
             CASE WHEN is_listed AND NOT has_left THEN place END,
             CASE WHEN is_listed AND NOT has_left THEN position END,
             CASE WHEN is_listed AND NOT has_left THEN 1 - (position + people - 1)::float8 / greatest(${run.listed}, 1) END
      FROM placed WHERE EXISTS (SELECT FROM attempts WHERE attempts.id = placed.attempt_id)
      ON CONFLICT (quiz_id, subject_id, attempt_id) DO UPDATE
      SET points = excluded.points, seconds = excluded.seconds, sort_key = excluded.sort_key,
          is_hidden = excluded.is_hidden, is_eliminated = excluded.is_eliminated, place = excluded.place,
          position = excluded.position, better_than = excluded.better_than
      WHERE (ranking_entries.points, ranking_entries.sort_key, ranking_entries.is_hidden, ranking_entries.is_eliminated,
             ranking_entries.place, ranking_entries.position, ranking_entries.better_than)
            IS DISTINCT FROM (excluded.points, excluded.sort_key, excluded.is_hidden, excluded.is_eliminated,
                              excluded.place, excluded.position, excluded.better_than))
    SELECT attempt_id AS "attemptId", sort_key AS "sortKey", place, position,
           (SELECT count(*) FROM piece)::int AS rows
    FROM placed ORDER BY place DESC LIMIT 1`.execute(tx);
  return rows[0];
}

/** Removes at most this many drafts. Returns how many. */
export async function dropDrafts(tx: Tx, quizId: number, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    DELETE FROM ranking_drafts WHERE ctid = ANY (ARRAY (
      SELECT ctid FROM ranking_drafts WHERE quiz_id = ${quizId} LIMIT ${limit}))`.execute(tx);
  return Number(numAffectedRows);
}

/** The subjects of the drafts. */
export async function listDraftSubjects(tx: Tx, quizId: number): Promise<number[]> {
  const { rows } = await sql<{ subjectId: number }>`
    WITH RECURSIVE known (subject_id) AS (
      (SELECT subject_id FROM ranking_drafts WHERE quiz_id = ${quizId} ORDER BY subject_id LIMIT 1)
      UNION ALL
      SELECT (SELECT d.subject_id FROM ranking_drafts d
              WHERE d.quiz_id = ${quizId} AND d.subject_id > known.subject_id ORDER BY d.subject_id LIMIT 1)
      FROM known WHERE known.subject_id IS NOT NULL)
    SELECT subject_id AS "subjectId" FROM known WHERE subject_id IS NOT NULL`.execute(tx);
  return rows.map(({ subjectId }) => subjectId);
}
