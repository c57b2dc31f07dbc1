import { sql } from 'kysely';
import type { Db } from '#server/db/handle.ts';

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
