import { sql } from 'kysely';
import type { Db } from '#server/db/handle.ts';

type Wish = {
  courseId: number;
  /** The day that is asked about. */
  day: string;
  /** The default's last weight. */
  decay: number;
  below: number;
  students: number;
  members: number;
  limit: number;
};

/**
 * Topics whose mean recall on a day lies below a mark, the mean of each student counting once. The forgetting curve is
 * that of engine/memory.ts, by each student's own weights and form: a class has too many states to be carried here.
 */
export async function listFadingTopics(db: Db, wish: Wish) {
  const { rows } = await sql<{ topicId: number; name: string; subject: string; recall: number; students: number }>`
    WITH members AS (
      SELECT e.user_id, coalesce(m.form, 'fsrs6') AS form, -coalesce(m.weights[21], ${wish.decay}) AS decay
      FROM enrollments e
      JOIN users u ON u.id = e.user_id AND u.role = 'student' AND u.status = 'active'
      LEFT JOIN student_memories m ON m.user_id = e.user_id
      WHERE e.course_id = ${wish.courseId} AND e.left_at IS NULL
      ORDER BY e.enrolled_at DESC, e.user_id LIMIT ${wish.members}
    ), each AS (
      SELECT q.topic_id, s.user_id, avg(CASE members.form
          WHEN 'exponential' THEN power(0.9::float8, greatest(0, ${wish.day}::date - s.last_day) / s.stability)
          WHEN 'hyperbolic' THEN 1 / (1 + greatest(0, ${wish.day}::date - s.last_day) / (9 * s.stability))
          ELSE power(1 + (power(0.9::float8, 1 / members.decay) - 1) * greatest(0, ${wish.day}::date - s.last_day)
            / s.stability, members.decay)
        END) AS recall
      FROM members
      JOIN memory_states s ON s.user_id = members.user_id
      JOIN questions q ON q.id = s.question_id AND q.status = 'active' AND q.topic_id IS NOT NULL
      GROUP BY q.topic_id, s.user_id
    )
    SELECT t.id AS "topicId", t.name, subjects.name AS subject, avg(each.recall) AS recall, count(*)::int AS students
    FROM each JOIN topics t ON t.id = each.topic_id JOIN subjects ON subjects.id = t.subject_id
    GROUP BY t.id, t.name, subjects.name
    HAVING count(*) >= ${wish.students} AND avg(each.recall) < ${wish.below}
    ORDER BY avg(each.recall), t.id LIMIT ${wish.limit}`.execute(db);
  return rows;
}
