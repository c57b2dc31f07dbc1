import { type RawBuilder, sql } from 'kysely';
import type { Category, Difficulty } from '#contract/content/courses.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import { likePattern } from '#server/db/keys.ts';
import { type CourseRow, courseColumns } from './courses.store.ts';

export type CourseFilter = {
  /** Drafts: none, those of one instructor, or all. */
  drafts: 'none' | 'all' | { of: string };
  instructorId?: string | undefined;
  search?: string | undefined;
  category?: Category | undefined;
  difficulty?: Difficulty | undefined;
  /** Begun by this person and not finished. */
  startedBy?: string | undefined;
  /** With lessons of what this exam asks. */
  examId?: number | undefined;
};

export type CourseSummaryRow = CourseRow & {
  lessonCount: number;
  quizCount: number;
  done: number;
  students: number;
  averageRating: number | null;
  ratingCount: number;
  isEnrolled: boolean;
};

const isStartedBy = (userId: string) => sql`
  EXISTS (SELECT FROM enrollments
          WHERE course_id = courses.id AND user_id = ${userId} AND left_at IS NULL)
  AND NOT EXISTS (SELECT FROM course_completions WHERE course_id = courses.id AND user_id = ${userId})`;

const isOfExam = (examId: number) => sql`
  EXISTS (SELECT FROM visible_course_items item JOIN lessons ON lessons.id = item.lesson_id
          JOIN syllabus_subjects asked ON asked.exam_id = ${examId} AND asked.subject_id = lessons.subject_id
          WHERE item.course_id = courses.id)`;

function conditions(filter: CourseFilter): RawBuilder<unknown> {
  const parts = [sql`courses.deleted_at IS NULL`];
  if (filter.drafts === 'none') parts.push(sql`courses.is_published`);
  else if (filter.drafts !== 'all')
    parts.push(sql`(courses.is_published OR courses.instructor_id = ${filter.drafts.of})`);
  if (filter.instructorId) parts.push(sql`courses.instructor_id = ${filter.instructorId}`);
  if (filter.search?.trim()) parts.push(sql`courses.search_key LIKE ${likePattern(filter.search)}`);
  if (filter.category) parts.push(sql`courses.category = ${filter.category}`);
  if (filter.difficulty) parts.push(sql`courses.difficulty = ${filter.difficulty}`);
  if (filter.startedBy !== undefined) parts.push(isStartedBy(filter.startedBy));
  if (filter.examId !== undefined) parts.push(isOfExam(filter.examId));
  return sql.join(parts, sql` AND `);
}

/** What `courses` says about itself and what one user has made of it. */
const summary = sql`
  SELECT ${courseColumns},
    content.lessons AS "lessonCount", content.quizzes AS "quizCount", content.done,
    followers.students, ratings.average AS "averageRating", ratings.count AS "ratingCount",
    mine.id IS NOT NULL AS "isEnrolled"`;

const summaryJoins = (userId: string) => sql`
  LEFT JOIN users ON users.id = courses.instructor_id
  LEFT JOIN LATERAL (
    SELECT count(item.lesson_id) AS lessons, count(item.quiz_id) AS quizzes,
           count(*) FILTER (WHERE read.lesson_id IS NOT NULL OR passed.quiz_id IS NOT NULL) AS done
    FROM visible_course_items item
    LEFT JOIN lesson_progress read
      ON read.user_id = ${userId} AND read.lesson_id = item.lesson_id AND read.completed_at IS NOT NULL
    LEFT JOIN passed_quizzes passed ON passed.user_id = ${userId} AND passed.quiz_id = item.quiz_id
    WHERE item.course_id = courses.id
  ) AS content ON true
  LEFT JOIN LATERAL (
    SELECT count(*) AS students FROM enrollments WHERE course_id = courses.id AND left_at IS NULL
  ) AS followers ON true
  LEFT JOIN LATERAL (
    SELECT avg(stars)::float8 AS average, count(*) AS count
    FROM course_ratings WHERE course_id = courses.id AND replaced_at IS NULL
  ) AS ratings ON true
  LEFT JOIN enrollments mine ON mine.course_id = courses.id AND mine.user_id = ${userId} AND mine.left_at IS NULL`;

export async function listCourseSummaries(
  db: Db,
  userId: string,
  filter: CourseFilter,
  page: { limit: number; after: { createdAt: Date; id: number } | null },
): Promise<CourseSummaryRow[]> {
  const after = page.after
    ? sql`AND (courses.created_at, courses.id) < (${page.after.createdAt}, ${page.after.id})`
    : sql``;
  const { rows } = await sql<CourseSummaryRow>`
    WITH courses AS (
      SELECT * FROM courses WHERE ${conditions(filter)} ${after}
      ORDER BY courses.created_at DESC, courses.id DESC LIMIT ${page.limit}
    )
    ${summary} FROM courses ${summaryJoins(userId)}
    ORDER BY courses.created_at DESC, courses.id DESC`.execute(db);
  return rows;
}

export async function countCourses(db: Db, filter: CourseFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM courses WHERE ${conditions(filter)}`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function hasSyllabus(db: Db, examId: number): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    SELECT EXISTS (SELECT FROM syllabus_subjects WHERE exam_id = ${examId}) AS found`.execute(db);
  return rows[0]?.found ?? false;
}

export async function findCourseSummary(db: Db | Tx, userId: string, id: number) {
  const { rows } = await sql<
    CourseSummaryRow & { myRating: number | null; completedAt: Date | null }
  >`${summary}, own_rating.stars AS "myRating", completion.completed_at AS "completedAt"
    FROM courses ${summaryJoins(userId)}
    LEFT JOIN course_ratings own_rating
      ON own_rating.course_id = courses.id AND own_rating.user_id = ${userId} AND own_rating.replaced_at IS NULL
    LEFT JOIN course_completions completion
      ON completion.course_id = courses.id AND completion.user_id = ${userId}
    WHERE courses.id = ${id} AND courses.deleted_at IS NULL`.execute(db);
  return rows[0];
}
