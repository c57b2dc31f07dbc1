import { sql } from 'kysely';
import type { Db } from '../../db/connect.ts';

export type TeacherFigures = {
  students: number;
  courses: number;
  rating: number | null;
  certificates: number;
};

/** The four figures as they stood at a moment, over the courses of one instructor (null: of all). */
const figuresAt = (instructorId: string | null, moment: Date) => sql<TeacherFigures>`
  WITH own AS (
    SELECT id, created_at <= ${moment} AND (deleted_at IS NULL OR deleted_at > ${moment}) AS stood
    FROM courses WHERE ${instructorId === null ? sql`true` : sql`instructor_id = ${instructorId}`}
  )
  SELECT
    (SELECT count(DISTINCT enrollments.user_id) FROM own JOIN enrollments ON enrollments.course_id = own.id
     WHERE own.stood AND enrolled_at <= ${moment} AND (left_at IS NULL OR left_at > ${moment})) AS students,
    (SELECT count(*) FROM own WHERE stood) AS courses,
    (SELECT avg(stars)::float8 FROM own JOIN course_ratings ON course_ratings.course_id = own.id
     WHERE own.stood AND rated_at <= ${moment} AND (replaced_at IS NULL OR replaced_at > ${moment})) AS rating,
    (SELECT count(*) FROM own JOIN certificates ON certificates.course_id = own.id
     WHERE issued_at <= ${moment} AND (revoked_at IS NULL OR revoked_at > ${moment})) AS certificates`;

/** As they stand, and as they stood before, in one query. */
export async function readTeacherFigures(db: Db, instructorId: string | null, now: Date, earlier: Date) {
  const { rows } = await sql<TeacherFigures>`
    (${figuresAt(instructorId, now)}) UNION ALL (${figuresAt(instructorId, earlier)})`.execute(db);
  const none: TeacherFigures = { students: 0, courses: 0, rating: null, certificates: 0 };
  return { current: rows[0] ?? none, before: rows[1] ?? none };
}
