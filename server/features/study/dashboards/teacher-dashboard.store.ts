import { sql } from 'kysely';
import type { Db } from '#server/db/handle.ts';

export type TeacherFigures = {
  students: number;
  courses: number;
  rating: number | null;
  certificates: number;
};

/** Whether something that began, and perhaps ended, was there at one of the two moments. */
const thereAt = (moment: 'now' | 'earlier', since: string, until: string) => {
  const at = sql.ref(`moments.${moment}`);
  return sql`(${sql.ref(since)} <= ${at} AND (${sql.ref(until)} IS NULL OR ${sql.ref(until)} > ${at}))`;
};

/** The four figures over the courses of one instructor (null: of all), now and at an earlier time, in one pass. */
export async function readTeacherFigures(db: Db, instructorId: string | null, now: Date, earlier: Date) {
  const mine = instructorId === null ? sql`true` : sql`instructor_id = ${instructorId}`;
  const { rows } = await sql<{ current: TeacherFigures; before: TeacherFigures }>`
    WITH moments AS MATERIALIZED (SELECT ${now}::timestamptz AS now, ${earlier}::timestamptz AS earlier),
    own AS MATERIALIZED (
      SELECT courses.id, ${thereAt('now', 'courses.created_at', 'courses.deleted_at')} AS stands,
             ${thereAt('earlier', 'courses.created_at', 'courses.deleted_at')} AS stood
      FROM courses, moments WHERE ${mine}
    ),
    students AS (
      SELECT bool_or(own.stands AND ${thereAt('now', 'stay.enrolled_at', 'stay.left_at')}) AS now,
             bool_or(own.stood AND ${thereAt('earlier', 'stay.enrolled_at', 'stay.left_at')}) AS earlier
      FROM own JOIN enrollments stay ON stay.course_id = own.id, moments GROUP BY stay.user_id
    ),
    ratings AS (
      SELECT avg(stars) FILTER (WHERE own.stands AND ${thereAt('now', 'rated_at', 'replaced_at')})::float8 AS now,
             avg(stars) FILTER (WHERE own.stood AND ${thereAt('earlier', 'rated_at', 'replaced_at')})::float8 AS earlier
      FROM own JOIN course_ratings ON course_ratings.course_id = own.id, moments
    ),
    awarded AS (
      SELECT count(*) FILTER (WHERE ${thereAt('now', 'issued_at', 'revoked_at')}) AS now,
             count(*) FILTER (WHERE ${thereAt('earlier', 'issued_at', 'revoked_at')}) AS earlier
      FROM own JOIN certificates ON certificates.course_id = own.id, moments
    )
    SELECT
      json_build_object(
        'students', (SELECT count(*) FROM students WHERE students.now), 'courses', (SELECT count(*) FROM own WHERE stands),
        'rating', ratings.now, 'certificates', awarded.now) AS current,
      json_build_object(
        'students', (SELECT count(*) FROM students WHERE students.earlier), 'courses', (SELECT count(*) FROM own WHERE stood),
        'rating', ratings.earlier, 'certificates', awarded.earlier) AS before
    FROM ratings, awarded`.execute(db);
  const [figures] = rows;
  if (!figures) throw new Error('An aggregate has one row.');
  return figures;
}
