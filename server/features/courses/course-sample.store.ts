import { sql } from 'kysely';
import type { ItemKind } from '../../../contract/courses.ts';
import type { Db } from '../../db/handle.ts';

export type SampleItem = {
  kind: ItemKind;
  id: number;
  title: string;
  /** Of a lesson; of a quiz the subjects of its questions. */
  subjects: string[];
};

/** What the sample courses are made of: lessons in the order they were written, then published quizzes. */
export async function listSampleItems(db: Db): Promise<SampleItem[]> {
  const { rows } = await sql<SampleItem>`
    SELECT * FROM (
      SELECT 'lesson' AS kind, lessons.id, lessons.title, ARRAY[subjects.name] AS subjects, 1 AS part
      FROM lessons JOIN subjects ON subjects.id = lessons.subject_id WHERE lessons.deleted_at IS NULL
      UNION ALL
      SELECT 'quiz', quizzes.id, quiz_versions.title,
             ARRAY(SELECT DISTINCT subjects.name FROM quiz_version_questions placed
                   JOIN questions ON questions.id = placed.question_id
                   JOIN subjects ON subjects.id = questions.subject_id
                   WHERE placed.quiz_version_id = quiz_versions.id), 2
      FROM quizzes JOIN quiz_versions ON quiz_versions.id = quizzes.published_version_id
    ) AS items
    ORDER BY part, id LIMIT 200`.execute(db);
  return rows;
}
