import { sql } from 'kysely';
import { TIME_ZONE } from '#contract/time.ts';
import type { Db } from '#server/db/handle.ts';
import type { SaidDay } from './plan-change.ts';

export type SyllabusLesson = {
  topicId: number;
  id: number;
  title: string;
  wordCount: number;
  position: number;
  done: boolean;
};

export type LessonProgress = { id: number; position: number; isRead: boolean; isToday: boolean };

/** How far each lesson was read, and whether it was finished today; as a query that can be batched with other reads. */
export const lessonProgress = (userId: string, today: string) => sql<LessonProgress>`
  SELECT lesson_id AS id, position, completed_at IS NOT NULL AS "isRead",
    coalesce((completed_at AT TIME ZONE ${sql.lit(TIME_ZONE)})::date = ${today}::date, false) AS "isToday"
  FROM lesson_progress WHERE user_id = ${userId} ORDER BY completed_at NULLS LAST, lesson_id`;

/**
 * Lessons of these topics that a student of some courses may open: those that were not read, and those that were read
 * today.
 */
export async function listSyllabusLessons(
  db: Db,
  userId: string,
  topicIds: readonly number[],
  { today, bought, limit }: { today: string; bought: readonly number[]; limit: number },
): Promise<SyllabusLesson[]> {
  const { rows } = await sql<SyllabusLesson>`
    SELECT lessons.topic_id AS "topicId", lessons.id, lessons.title, lessons.word_count AS "wordCount",
      coalesce(p.position, 0) AS position, p.completed_at IS NOT NULL AS done
    FROM lessons
    LEFT JOIN lesson_progress p ON p.lesson_id = lessons.id AND p.user_id = ${userId}
    WHERE lessons.topic_id = ANY(${topicIds}::int[]) AND lessons.deleted_at IS NULL
      AND (p.completed_at IS NULL OR (p.completed_at AT TIME ZONE ${sql.lit(TIME_ZONE)})::date = ${today}::date)
      AND lesson_is_open(lessons.id, ${bought}::int[])
    ORDER BY p.completed_at NULLS LAST, lessons.id LIMIT ${limit}`.execute(db);
  return rows;
}

/** Topics of which a practice was finished today, with its questions; as a query that can be batched. */
export const practisedTopics = (userId: string, today: string) => sql<{ topicId: number; questions: number }>`
  SELECT recent.topic_id AS "topicId", sum(recent.total_questions)::int AS questions
  FROM (SELECT topic_id, total_questions, finished_at FROM practices WHERE user_id = ${userId} ORDER BY id DESC LIMIT 100)
    AS recent
  WHERE recent.topic_id IS NOT NULL
    AND (recent.finished_at AT TIME ZONE ${sql.lit(TIME_ZONE)})::date = ${today}::date
  GROUP BY recent.topic_id`;

export type PlanDay = SaidDay & { day: string; today: string[]; ahead: string[]; change: string };

/** The plan as it was last said; as a query that can be batched. */
export const storedPlanDay = (userId: string) => sql<PlanDay>`
  SELECT day::text AS day, exam_id AS "examId", syllabus_version AS version, weekly_hours AS "weeklyHours", today,
    ahead, topic_ids AS "topicIds", chances, change
  FROM plan_days WHERE user_id = ${userId}`;

/**
 * Stores what a plan says. What another request has stored for the same day, exam, syllabus and goal stays, and so does
 * that of a later day: then no row is written.
 */
export const planDayInsert = (userId: string, day: PlanDay) => sql`
    INSERT INTO plan_days (user_id, day, exam_id, syllabus_version, weekly_hours, today, ahead, topic_ids, chances, change)
    SELECT users.id, ${day.day}::date, exams.id, ${day.version}, ${day.weeklyHours}, ${day.today}::text[],
      ${day.ahead}::text[], ${day.topicIds}::int[], ${day.chances}::float8[], ${day.change}
    FROM users CROSS JOIN exams WHERE users.id = ${userId} AND exams.id = ${day.examId}
    ON CONFLICT (user_id) DO UPDATE SET day = excluded.day, exam_id = excluded.exam_id,
      syllabus_version = excluded.syllabus_version, weekly_hours = excluded.weekly_hours, today = excluded.today,
      ahead = excluded.ahead, topic_ids = excluded.topic_ids, chances = excluded.chances, change = excluded.change
    WHERE plan_days.day < excluded.day OR plan_days.day = excluded.day AND
      (plan_days.exam_id, plan_days.syllabus_version, plan_days.weekly_hours)
        IS DISTINCT FROM (excluded.exam_id, excluded.syllabus_version, excluded.weekly_hours)`;
