import { sql } from 'kysely';
import { RIGHT_DAYS_TO_LEAVE } from '#contract/limits.ts';
import type { Db } from '#server/db/handle.ts';
import { isUnpaused, type Pausing } from '#server/db/unpaused.ts';
import { QUESTIONS_NEEDED } from '#server/features/study/mastery/evidence.ts';

/** Lessons that the student has read, as a query that can be batched with other reads. */
export const readLessons = (userId: string) => sql<{ ids: number[] }>`
  SELECT coalesce(array_agg(lesson_id), '{}') AS ids FROM lesson_progress
  WHERE user_id = ${userId} AND completed_at IS NOT NULL`;

export async function listTopicLessons(db: Db, userId: string, topicIds: readonly number[]) {
  const { rows } = await sql<{ id: number; title: string; wordCount: number; read: boolean }>`
    SELECT lessons.id, lessons.title, lessons.word_count AS "wordCount", p.completed_at IS NOT NULL AS read
    FROM lessons LEFT JOIN lesson_progress p ON p.lesson_id = lessons.id AND p.user_id = ${userId}
    WHERE lessons.topic_id = ANY(${topicIds}::int[]) AND lessons.deleted_at IS NULL
    ORDER BY read, lessons.id LIMIT 50`.execute(db);
  return rows;
}

/** Counts open mistakes that are trained: no annulled or outdated questions, and none of an open attempt. */
export async function countMistakes(
  db: Db,
  userId: string,
  topicIds: readonly number[],
  underWay: readonly number[],
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM memory_states s JOIN questions q ON q.id = s.question_id AND q.status = 'active'
    WHERE s.user_id = ${userId} AND s.wrongs > 0 AND s.right_days < ${RIGHT_DAYS_TO_LEAVE}
      AND q.topic_id = ANY(${topicIds}::int[]) AND s.question_id <> ALL(${underWay}::int[])`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The published quiz that withholds most of these questions from a student who has not taken it yet. */
export async function findKeeper(db: Db, userId: string, questionIds: readonly number[]) {
  if (questionIds.length === 0) return undefined;
  const { rows } = await sql<{ quizId: number; title: string }>`
    SELECT z.id AS "quizId", v.title
    FROM kept_questions kept
    JOIN quizzes z ON z.id = kept.quiz_id
    JOIN quiz_versions v ON v.id = z.published_version_id
    WHERE kept.question_id = ANY(${questionIds}::int[])
      AND NOT EXISTS (SELECT FROM closed_attempts a WHERE a.user_id = ${userId} AND a.quiz_id = z.id)
    GROUP BY z.id, v.title ORDER BY count(*) DESC, z.id LIMIT 1`.execute(db);
  return rows[0];
}

export async function saveScoreDay(
  db: Db,
  day: { userId: string; examId: number; day: string; score: number; low: number; high: number; of: number },
): Promise<void> {
  await sql`
    INSERT INTO expected_scores (user_id, exam_id, day, score, low, high, of_points)
    VALUES (${day.userId}, ${day.examId}, ${day.day}::date, ${day.score}, ${day.low}, ${day.high}, ${day.of})
    ON CONFLICT (user_id, exam_id, day) DO UPDATE SET score = excluded.score, low = excluded.low, high = excluded.high,
      of_points = excluded.of_points
    WHERE expected_scores.score <> excluded.score OR expected_scores.of_points <> excluded.of_points`.execute(db);
}

/** Followers of an exam to come who answered since a day and have no score of today, by the order of their ids. */
export async function listUnscored(
  db: Db,
  {
    today,
    since,
    after,
    pausing,
    limit,
  }: { today: string; since: string; after: string; pausing: Pausing; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    SELECT f.user_id AS "userId" FROM followed_exams f JOIN exams ON exams.id = f.exam_id AND exams.exam_date >= ${today}::date
    WHERE f.user_id > ${after}::uuid
      AND EXISTS (SELECT FROM student_mastery m WHERE m.user_id = f.user_id AND m.questions >= ${QUESTIONS_NEEDED})
      AND EXISTS (SELECT FROM answer_log l WHERE l.user_id = f.user_id AND l.study_day >= ${since}::date)
      AND NOT EXISTS (
        SELECT FROM expected_scores s WHERE s.user_id = f.user_id AND s.exam_id = f.exam_id AND s.day = ${today}::date)
      AND ${isUnpaused(pausing, sql`f.user_id`)}
    ORDER BY f.user_id LIMIT ${limit}`.execute(db);
  return rows.map(({ userId }) => userId);
}

export type ScoreDay = { day: string; score: number; of: number };

/** The days of the followed exam, as a query that can be batched with other reads. */
export const scoreDays = (userId: string, since: string) => sql<ScoreDay>`
  SELECT day::text AS day, score, of_points AS of FROM expected_scores
  WHERE user_id = ${userId} AND exam_id = (SELECT exam_id FROM followed_exams WHERE user_id = ${userId})
    AND day >= ${since}::date
  ORDER BY expected_scores.day LIMIT 100`;

export async function deleteScoreDays(db: Db, before: string, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM expected_scores WHERE ctid IN (
      SELECT ctid FROM expected_scores WHERE day < ${before}::date ORDER BY day LIMIT ${limit})`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
