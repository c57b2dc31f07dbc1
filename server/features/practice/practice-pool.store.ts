import { sql } from 'kysely';
import type { Difficulty } from '../../../contract/question-shapes.ts';
import type { Db } from '../../db/handle.ts';

/** A student, what stands in their open attempts, and the courses they bought (null: all). */
export type Practising = { userId: string; underWay: readonly number[]; bought: readonly number[] | null };

/**
 * What a student may practise freely: active questions of the bank, without those that stand in a quiz which the
 * student has still to take (published, or being prepared), and without those of an attempt that is open now. The key
 * of a simulado must not be read before it. Who has bought some courses alone practises what these and no course hold.
 */
const free = ({ userId, underWay, bought }: Practising) => sql`
  FROM questions q
  WHERE q.in_bank AND q.status = 'active' AND q.current_version_id IS NOT NULL
    AND NOT EXISTS (
      SELECT FROM kept_questions kept
      WHERE kept.question_id = q.id AND NOT EXISTS (
        SELECT FROM closed_attempts a WHERE a.user_id = ${userId} AND a.quiz_id = kept.quiz_id
      )
    )
    AND q.id <> ALL(${underWay}::int[])
    ${bought === null ? sql`` : sql`AND question_is_open(q.id, ${bought}::int[])`}`;

type Choice = {
  subjectId?: number | undefined;
  topicId?: number | undefined;
  topic?: string | undefined;
  difficulty?: Difficulty | undefined;
  count: number;
};

export async function drawFreeQuestions(db: Db, who: Practising, choice: Choice) {
  const { rows } = await sql<{ questionId: number; questionVersionId: number }>`
    SELECT q.id AS "questionId", q.current_version_id AS "questionVersionId" ${free(who)}
      AND (${choice.subjectId ?? null}::int IS NULL OR q.subject_id = ${choice.subjectId ?? null})
      AND (${choice.topicId ?? null}::int IS NULL
           OR q.topic_id IN (SELECT id FROM topics WHERE ${choice.topicId ?? null}::int IN (id, parent_id)))
      AND (${choice.topic ?? ''}::text = '' OR q.topic = ${choice.topic ?? ''})
      AND (${choice.difficulty ?? null}::text IS NULL OR q.difficulty = ${choice.difficulty ?? null})
    ORDER BY draw_order(q.id, q.base_text_id, (SELECT (random() * 1e15)::bigint)), q.id LIMIT ${choice.count}`.execute(
    db,
  );
  return rows;
}

/** Those of the questions that may be practised, in the order in which they are named. */
export async function listFreeAmong(db: Db, who: Practising, questionIds: readonly number[]) {
  if (questionIds.length === 0) return [];
  const { rows } = await sql<{ questionId: number; questionVersionId: number }>`
    SELECT q.id AS "questionId", q.current_version_id AS "questionVersionId" ${free(who)}
      AND q.id = ANY(${questionIds}::int[]) ORDER BY array_position(${questionIds}::int[], q.id)`.execute(db);
  return rows;
}

type FreeCount = {
  id: number | null;
  name: string | null;
  topicId: number | null;
  parentId: number | null;
  parentName: string | null;
  topic: string;
  count: number;
};

export async function countFreeQuestions(db: Db, who: Practising) {
  const { rows } = await sql<FreeCount>`
    SELECT free.subject_id AS id, subjects.name, free.topic_id AS "topicId", t.parent_id AS "parentId",
           above.name AS "parentName", free.topic, free.count
    FROM (SELECT q.subject_id, q.topic_id, q.topic, count(*) AS count ${free(who)}
          GROUP BY q.subject_id, q.topic_id, q.topic) AS free
    LEFT JOIN subjects ON subjects.id = free.subject_id
    LEFT JOIN topics t ON t.id = free.topic_id LEFT JOIN topics above ON above.id = t.parent_id
    ORDER BY subjects.name COLLATE "pt-BR-x-icu" NULLS LAST, coalesce(above.name, free.topic) COLLATE natural_pt,
             t.parent_id IS NOT NULL, free.topic COLLATE natural_pt LIMIT 1000`.execute(db);
  return rows;
}

/**
 * Questions that were wrong or blank in the student's last attempt at a quiz and were not answered right in a practice
 * since. In their current version: a corrected question is trained as corrected. Not those of an open attempt, right or
 * wrong: the list would tell.
 */
export async function listWrongQuestions(db: Db, userId: string, quizId: number, underWay: readonly number[]) {
  const { rows } = await sql<{ questionId: number; questionVersionId: number }>`
    WITH last AS (
      SELECT id, closed_at FROM closed_attempts
      WHERE user_id = ${userId} AND quiz_id = ${quizId}
      ORDER BY id DESC LIMIT 1
    )
    SELECT aq.question_id AS "questionId", coalesce(q.current_version_id, aq.question_version_id) AS "questionVersionId"
    FROM last JOIN attempt_questions aq ON aq.attempt_id = last.id
    JOIN questions q ON q.id = aq.question_id AND q.status = 'active'
    LEFT JOIN options chosen ON chosen.id = aq.option_id
    WHERE NOT coalesce(chosen.is_correct, false) AND aq.question_id <> ALL(${underWay}::int[]) AND NOT EXISTS (
      SELECT FROM practice_questions since JOIN practices p ON p.id = since.practice_id
      WHERE p.user_id = ${userId} AND since.question_id = aq.question_id AND since.is_correct
        AND since.answered_at >= last.closed_at
    )
    ORDER BY aq.position`.execute(db);
  return rows;
}
