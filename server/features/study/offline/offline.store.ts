import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';

export type LessonSizeRow = {
  id: number;
  version: number;
  bytes: number;
  pictures: { address: string; bytes: number }[];
};

/** How long these lessons are as text, with the school's own pictures in them. */
export async function listLessonSizes(db: Db, lessonIds: readonly number[]): Promise<LessonSizeRow[]> {
  const { rows } = await sql<LessonSizeRow>`
    SELECT l.id, l.version, octet_length(l.content) AS bytes, coalesce((
      SELECT json_agg(json_build_object('address', m.address, 'bytes', m.bytes) ORDER BY m.id)
      FROM media_uses u JOIN media m ON m.id = u.media_id WHERE u.kind = 'lesson' AND u.ref_id = l.id
    ), '[]') AS pictures
    FROM lessons l WHERE l.id = ANY(${lessonIds}::int[]) AND l.deleted_at IS NULL`.execute(db);
  return rows;
}

export type LabelRow = { questionId: number; subject: string | null };

export async function listSubjectNames(db: Db, questionIds: readonly number[]): Promise<LabelRow[]> {
  const { rows } = await sql<LabelRow>`
    SELECT q.id AS "questionId", subjects.name AS subject
    FROM questions q LEFT JOIN subjects ON subjects.id = q.subject_id
    WHERE q.id = ANY(${questionIds}::int[])`.execute(db);
  return rows;
}

/** Records what a student takes along. A second pack moves the time forward. */
export async function upsertTaken(db: Db | Tx, userId: string, questionIds: readonly number[], now: Date) {
  await sql`
    INSERT INTO offline_questions (user_id, question_id, taken_at)
    SELECT DISTINCT ${userId}::uuid, id, ${now}::timestamptz FROM unnest(${questionIds}::int[]) AS id ORDER BY 2
    ON CONFLICT (user_id, question_id)
      DO UPDATE SET taken_at = greatest(offline_questions.taken_at, excluded.taken_at)`.execute(db);
}

export async function findTakenAt(db: Db, userId: string, questionId: number): Promise<Date | undefined> {
  const row = await db
    .selectFrom('offline_questions')
    .select('taken_at as at')
    .where('user_id', '=', userId)
    .where('question_id', '=', questionId)
    .executeTakeFirst();
  return row?.at;
}

export async function deleteTaken(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM offline_questions WHERE (user_id, question_id) IN (
      SELECT user_id, question_id FROM offline_questions WHERE taken_at < ${before} ORDER BY taken_at LIMIT ${limit}
    )`.execute(db);
  return Number(numAffectedRows ?? 0);
}
