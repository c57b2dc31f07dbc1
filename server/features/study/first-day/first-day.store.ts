import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';

export type FirstDayRow = { isOver: boolean };

/** A query that can be batched with other reads. */
export const firstDayOf = (userId: string) => sql<FirstDayRow>`
  SELECT f.over_at IS NOT NULL OR p.finished_at IS NOT NULL AS "isOver"
  FROM first_days f LEFT JOIN practices p ON p.id = f.practice_id WHERE f.user_id = ${userId}`;

export async function findTest(db: Db | Tx, userId: string) {
  const { rows } = await sql<{ practiceId: number; questions: number; answered: number }>`
    SELECT p.id AS "practiceId", p.total_questions AS questions,
      (SELECT count(option_id) FROM practice_questions held WHERE held.practice_id = p.id)::int AS answered
    FROM first_days f JOIN practices p ON p.id = f.practice_id WHERE f.user_id = ${userId}`.execute(db);
  return rows[0];
}

/** Locks the row; creates it if missing. */
export async function lockFirstDay(tx: Tx, userId: string): Promise<void> {
  await sql`INSERT INTO first_days (user_id) VALUES (${userId}) ON CONFLICT DO NOTHING`.execute(tx);
  await sql`SELECT FROM first_days WHERE user_id = ${userId} FOR UPDATE`.execute(tx);
}

export async function saveTest(tx: Tx, userId: string, practiceId: number): Promise<void> {
  await tx.updateTable('first_days').set({ practice_id: practiceId }).where('user_id', '=', userId).execute();
}

export async function endDay(db: Db, userId: string, now: Date): Promise<void> {
  await sql`
    INSERT INTO first_days (user_id, over_at) VALUES (${userId}, ${now})
    ON CONFLICT (user_id) DO UPDATE SET over_at = coalesce(first_days.over_at, excluded.over_at)`.execute(db);
}

export type CandidateRow = {
  questionId: number;
  questionVersionId: number;
  line: number;
  subject: number;
  difficulty: number | null;
  answers: number | null;
  options: number;
};

/**
 * Bank questions that may be asked on a first day: some per group, those with the best-known difficulty first.
 * Excludes questions in a published or draft simulado or in an open attempt, and those that need a text. Each row
 * names its line of the syllabus.
 */
export async function listCandidates(
  db: Db,
  who: { underWay: readonly number[]; bought: readonly number[] | null },
  groups: readonly { line: number; subject: number; id: number }[],
  { by, each }: { by: 'topic_id' | 'subject_id'; each: number },
): Promise<CandidateRow[]> {
  const { rows } = await sql<CandidateRow>`
    SELECT q.id AS "questionId", q.current_version_id AS "questionVersionId", g.line, g.subject, q.value AS difficulty,
      q.answers, (SELECT count(*) FROM options o WHERE o.question_version_id = q.current_version_id)::int AS options
    FROM unnest(${groups.map(({ line }) => line)}::int[], ${groups.map(({ subject }) => subject)}::int[],
                ${groups.map(({ id }) => id)}::int[]) AS g (line, subject, id)
    CROSS JOIN LATERAL (
      SELECT q.id, q.current_version_id, d.value, d.answers
      FROM questions q LEFT JOIN question_difficulties d ON d.question_version_id = q.current_version_id
      WHERE ${sql.ref(`q.${by}`)} = g.id AND q.in_bank AND q.status = 'active' AND q.current_version_id IS NOT NULL AND q.base_text_id IS NULL
        AND q.id <> ALL(${who.underWay}::int[])
        AND NOT EXISTS (SELECT FROM kept_questions kept WHERE kept.question_id = q.id)
        ${who.bought === null ? sql`` : sql`AND question_is_open(q.id, ${who.bought}::int[])`}
      ORDER BY d.answers DESC NULLS LAST, q.id LIMIT ${each}
    ) q
    ORDER BY g.line, q.id LIMIT 5000`.execute(db);
  return rows;
}

/** Subjects that the bank asks about. */
export async function listAskedSubjects(db: Db, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT s.id FROM subjects s
    WHERE EXISTS (SELECT FROM questions q WHERE q.subject_id = s.id AND q.in_bank AND q.status = 'active')
    ORDER BY s.id LIMIT ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}
