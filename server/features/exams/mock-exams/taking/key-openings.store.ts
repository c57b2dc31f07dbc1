import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';

/** Remembers that a student sees these keys now, and with them those of the copies that the bank has. */
export async function upsertKeyOpenings(
  db: Db | Tx,
  userId: string,
  questionIds: readonly number[],
  now: Date,
): Promise<void> {
  await sql`
    INSERT INTO key_openings (user_id, question_id, opened_at)
    SELECT ${userId}, id, ${now} FROM (
      SELECT unnest(${questionIds}::int[]) AS id
      UNION
      SELECT copy.id FROM questions own JOIN questions copy ON copy.fingerprint = own.fingerprint AND copy.in_bank
      WHERE own.id = ANY(${questionIds})
      ORDER BY id
    ) AS shown
    ON CONFLICT (user_id, question_id) DO UPDATE SET opened_at = greatest(key_openings.opened_at, excluded.opened_at)`.execute(
    db,
  );
}

/**
 * Those of the questions that these quizzes ask, in themselves or as a copy: in the published version, or in an
 * attempt of this student.
 */
export async function listAskedByQuizzes(
  db: Db | Tx,
  userId: string,
  quizIds: readonly number[],
  questionIds: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    WITH same AS (
      SELECT id AS asked, id FROM unnest(${questionIds}::int[]) AS id
      UNION
      SELECT own.id, copy.id FROM questions own JOIN questions copy ON copy.fingerprint = own.fingerprint
      WHERE own.id = ANY(${questionIds}::int[])
    )
    SELECT DISTINCT asked AS id FROM same
    WHERE EXISTS (
      SELECT FROM quiz_version_questions placed JOIN quizzes z ON z.published_version_id = placed.quiz_version_id
      WHERE placed.question_id = same.id AND z.id = ANY(${quizIds}::int[])
    ) OR EXISTS (
      SELECT FROM attempts a JOIN attempt_questions aq ON aq.attempt_id = a.id
      WHERE a.user_id = ${userId} AND a.quiz_id = ANY(${quizIds}::int[]) AND aq.question_id = same.id
    )`.execute(db);
  return rows.map(({ id }) => id);
}

/** How many of a version's own questions the student has seen the key of since then, and when last. */
export async function countSeenKeys(db: Db, userId: string, versionId: number, since: Date) {
  const { rows } = await sql<{ seen: number; lastAt: Date | null }>`
    SELECT count(*) AS seen, max(opened_at) AS "lastAt"
    FROM quiz_version_questions held
    JOIN key_openings ON user_id = ${userId} AND key_openings.question_id = held.question_id
    WHERE held.quiz_version_id = ${versionId} AND opened_at > ${since}`.execute(db);
  return rows[0] ?? { seen: 0, lastAt: null };
}

export async function deleteKeyOpenings(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('key_openings').where('opened_at', '<', before).execute();
}
