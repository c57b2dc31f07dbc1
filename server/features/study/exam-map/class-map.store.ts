import { sql } from 'kysely';
import type { Db } from '#server/db/handle.ts';

export type MemberRow = {
  userId: string;
  firstName: string;
  lastName: string;
  level: number;
  variance: number;
  answers: number;
};

/** Students who follow the course now, the last to enrol first. */
export async function listMembers(db: Db, courseId: number, limit: number): Promise<MemberRow[]> {
  const { rows } = await sql<MemberRow>`
    SELECT u.id AS "userId", u.first_name AS "firstName", u.last_name AS "lastName", coalesce(m.level, 0) AS level,
      coalesce(m.level_variance, 1) AS variance, coalesce(m.questions, 0) AS answers
    FROM enrollments e
    JOIN users u ON u.id = e.user_id AND u.role = 'student' AND u.status = 'active'
    LEFT JOIN student_mastery m ON m.user_id = u.id
    WHERE e.course_id = ${courseId} AND e.left_at IS NULL
    ORDER BY e.enrolled_at DESC, u.id LIMIT ${limit}`.execute(db);
  return rows;
}

export type MemberTopic = {
  userId: string;
  topicId: number;
  value: number;
  answers: number;
  stability: number | null;
  lastDay: string;
};

export async function listMemberTopics(db: Db, userIds: readonly string[], topicIds: readonly number[]) {
  const { rows } = await sql<MemberTopic>`
    SELECT user_id AS "userId", topic_id AS "topicId", value, questions AS answers, stability,
      last_day::text AS "lastDay"
    FROM topic_mastery
    WHERE user_id = ANY(${userIds}::uuid[]) AND topic_id = ANY(${topicIds}::int[])`.execute(db);
  return rows;
}

/** Exams still to come that have a syllabus, with how many of these students follow each. */
export async function listClassExams(db: Db, courseId: number, today: string, limit: number) {
  const { rows } = await sql<{ id: number; name: string; date: string; followers: number }>`
    SELECT exams.id, exams.name, exams.exam_date::text AS date, (
        SELECT count(*) FROM followed_exams f JOIN enrollments e ON e.user_id = f.user_id
        WHERE f.exam_id = exams.id AND e.course_id = ${courseId} AND e.left_at IS NULL
      )::int AS followers
    FROM exams JOIN syllabi ON syllabi.exam_id = exams.id
    WHERE exams.exam_date >= ${today}::date
    ORDER BY followers DESC, exams.exam_date, exams.id LIMIT ${limit}`.execute(db);
  return rows;
}
