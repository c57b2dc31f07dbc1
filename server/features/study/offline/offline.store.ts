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

export type RecordingSizeRow = {
  id: number;
  lessonId: number;
  /** The height of the smallest rendition; null: the original. */
  height: number | null;
  bytes: number;
  hasCaptions: boolean;
};

/** The smallest file of each recording of these lessons. */
export async function listRecordingSizes(db: Db, lessonIds: readonly number[]): Promise<RecordingSizeRow[]> {
  const { rows } = await sql<RecordingSizeRow>`
    SELECT r.id, r.lesson_id AS "lessonId", small.height, coalesce(small.bytes, r.bytes)::float8 AS bytes,
      EXISTS (SELECT FROM recording_captions c WHERE c.recording_id = r.id AND c.body <> '') AS "hasCaptions"
    FROM recordings r LEFT JOIN LATERAL (
      SELECT height, bytes FROM recording_renditions WHERE recording_id = r.id ORDER BY height LIMIT 1
    ) small ON true
    WHERE r.lesson_id = ANY(${lessonIds}::int[]) ORDER BY r.lesson_id, r.id`.execute(db);
  return rows;
}

export type AttachmentSizeRow = { id: number; lessonId: number | null; bytes: number };

/** The files of a course itself (without a lesson) and of its lessons. */
export async function listAttachmentSizes(
  db: Db,
  courseId: number,
  lessonIds: readonly number[],
): Promise<AttachmentSizeRow[]> {
  const { rows } = await sql<AttachmentSizeRow>`
    SELECT id, lesson_id AS "lessonId", bytes FROM attachments
    WHERE course_id = ${courseId} OR lesson_id = ANY(${lessonIds}::int[]) ORDER BY id`.execute(db);
  return rows;
}

/** Which of these courses students can see. */
export async function listOpenCourses(db: Db, courseIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM courses WHERE id = ANY(${courseIds}::int[]) AND is_published AND deleted_at IS NULL
    ORDER BY id`.execute(db);
  return rows.map(({ id }) => id);
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
