import { sql } from 'kysely';
import type { Db, Tx } from '../../db/handle.ts';

/** In the bank, active, in no quiz that the student has still to take, and in none they are taking now. */
const reviewable = (userId: string, underWay: readonly number[]) => sql`
  q.in_bank AND q.status = 'active' AND q.current_version_id IS NOT NULL AND q.id <> ALL(${underWay}::int[])
    AND NOT EXISTS (
      SELECT FROM kept_questions kept
      WHERE kept.question_id = q.id AND NOT EXISTS (
        SELECT FROM closed_attempts a WHERE a.user_id = ${userId} AND a.quiz_id = kept.quiz_id
      )
    )`;

type SeenRow = {
  questionId: number;
  stability: number;
  difficulty: number;
  lastDay: string;
  lastRight: boolean;
  isOpenMistake: boolean;
  subjectId: number | null;
};

/** The least stable first, where there are more than can be looked at. */
export async function listSeen(db: Db, userId: string, underWay: readonly number[], leaveAt: number, limit: number) {
  const { rows } = await sql<SeenRow>`
    SELECT s.question_id AS "questionId", s.stability, s.difficulty, s.last_day::text AS "lastDay",
      s.last_right AS "lastRight", s.wrongs > 0 AND s.right_days < ${leaveAt} AS "isOpenMistake",
      q.subject_id AS "subjectId"
    FROM memory_states s JOIN questions q ON q.id = s.question_id
    WHERE s.user_id = ${userId} AND ${reviewable(userId, underWay)}
    ORDER BY s.stability, s.question_id LIMIT ${limit}`.execute(db);
  return rows;
}

/**
 * Questions that were wrong, or have come to nine chances in ten (a stability is the days until then), at most so many:
 * what a look at the day's list would bring back, without making it.
 */
export async function countDue(
  db: Db,
  userId: string,
  underWay: readonly number[],
  { today, limit }: { today: string; limit: number },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM (
      SELECT FROM memory_states s JOIN questions q ON q.id = s.question_id
      WHERE s.user_id = ${userId} AND s.last_day < ${today}::date
        AND (NOT s.last_right OR ${today}::date - s.last_day >= s.stability) AND ${reviewable(userId, underWay)}
      LIMIT ${limit}
    ) AS due`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Never answered, one of each subject in turn. */
export async function listFresh(db: Db, userId: string, underWay: readonly number[], limit: number) {
  const { rows } = await sql<{ questionId: number; subject: string | null; topic: string }>`
    SELECT fresh.id AS "questionId", subjects.name AS subject, fresh.topic
    FROM (
      SELECT q.id, q.subject_id, q.topic, row_number() OVER (PARTITION BY q.subject_id ORDER BY q.id) AS turn
      FROM questions q
      WHERE ${reviewable(userId, underWay)}
        AND NOT EXISTS (SELECT FROM memory_states s WHERE s.user_id = ${userId} AND s.question_id = q.id)
    ) AS fresh
    LEFT JOIN subjects ON subjects.id = fresh.subject_id
    ORDER BY fresh.turn, fresh.subject_id NULLS LAST LIMIT ${limit}`.execute(db);
  return rows;
}

export async function listShown(db: Db, ids: readonly number[]) {
  const { rows } = await sql<{ questionId: number; versionId: number; subject: string | null; topic: string }>`
    SELECT q.id AS "questionId", q.current_version_id AS "versionId", subjects.name AS subject, q.topic
    FROM questions q LEFT JOIN subjects ON subjects.id = q.subject_id
    WHERE q.id = ANY(${ids}::int[])`.execute(db);
  return rows;
}

/** The version that an option belongs to, where the student may review its question. */
export async function findReviewable(
  tx: Db | Tx,
  userId: string,
  answer: { questionId: number; optionId: number },
  underWay: readonly number[],
) {
  const { rows } = await sql<{ versionId: number }>`
    SELECT v.id AS "versionId"
    FROM options o
    JOIN question_versions v ON v.id = o.question_version_id AND v.question_id = ${answer.questionId}
    JOIN questions q ON q.id = v.question_id
    WHERE o.id = ${answer.optionId} AND ${reviewable(userId, underWay)}`.execute(tx);
  return rows[0];
}
