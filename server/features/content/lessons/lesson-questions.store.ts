import { sql } from 'kysely';
import type { ChosenQuestion } from '#contract/content/lesson-questions.ts';
import type { Db, Tx } from '#server/db/handle.ts';

type LessonWithQuestions = {
  title: string;
  topicId: number | null;
  subjectId: number | null;
  authorId: string | null;
  questionIds: number[];
};

export async function findLessonWithQuestions(db: Db, lessonId: number): Promise<LessonWithQuestions | undefined> {
  const { rows } = await sql<LessonWithQuestions>`
    SELECT title, topic_id AS "topicId", subject_id AS "subjectId", author_id AS "authorId",
           ARRAY(SELECT question_id FROM lesson_questions WHERE lesson_id = lessons.id ORDER BY position) AS "questionIds"
    FROM lessons WHERE id = ${lessonId} AND deleted_at IS NULL`.execute(db);
  return rows[0];
}

export async function listChosen(db: Db | Tx, lessonId: number): Promise<ChosenQuestion[]> {
  const { rows } = await sql<ChosenQuestion>`
    SELECT q.id, i.excerpt, subjects.name AS subject, q.topic, q.status
    FROM lesson_questions chosen JOIN questions q ON q.id = chosen.question_id
    JOIN question_index i ON i.question_id = q.id
    LEFT JOIN subjects ON subjects.id = q.subject_id
    WHERE chosen.lesson_id = ${lessonId} ORDER BY chosen.position`.execute(db);
  return rows;
}

/** Those of the questions that stand in the bank; held until the transaction ends. */
export async function listBankQuestions(tx: Tx, questionIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM questions WHERE id = ANY(${questionIds}::int[]) AND in_bank FOR KEY SHARE`.execute(tx);
  return rows.map(({ id }) => id);
}

export async function replaceChosen(tx: Tx, lessonId: number, questionIds: readonly number[]): Promise<void> {
  await sql`DELETE FROM lesson_questions WHERE lesson_id = ${lessonId}`.execute(tx);
  await sql`
    INSERT INTO lesson_questions (lesson_id, question_id, position)
    SELECT ${lessonId}, id, place FROM unnest(${questionIds}::int[]) WITH ORDINALITY AS chosen (id, place)`.execute(tx);
}
