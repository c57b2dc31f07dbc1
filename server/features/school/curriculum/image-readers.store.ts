import { sql } from 'kysely';
import type { Db } from '#server/db/handle.ts';

/** Limit of questions per image: more than one image illustrates in practice. */
const QUESTIONS_MAX = 200;

export type ContentUses = {
  /** The landing page or the school's logo. */
  onPage: boolean;
  /** The cover of a course that this person may see. */
  onCourse: boolean;
  /** The published text of a lesson that this person's purchase opens. */
  inLesson: boolean;
  /** A lesson or draft that this person writes. */
  inOwnLesson: boolean;
};

export async function findContentUses(
  db: Db,
  imageId: number,
  { userId, bought }: { userId: string; bought: readonly number[] | null },
): Promise<ContentUses> {
  const { rows } = await sql<ContentUses>`
    SELECT
      EXISTS (SELECT FROM media_uses WHERE media_id = ${imageId} AND kind = 'page') AS "onPage",
      EXISTS (
        SELECT FROM courses WHERE image_id = ${imageId} AND deleted_at IS NULL
          AND (is_published OR instructor_id = ${userId})
      ) AS "onCourse",
      EXISTS (
        SELECT FROM media_uses used JOIN lessons l ON l.id = used.ref_id AND l.deleted_at IS NULL
        WHERE used.media_id = ${imageId} AND used.kind = 'lesson'
          -- The use may be the draft's alone.
          AND ${imageId} IN (SELECT media_ids(l.content)) AND lesson_is_open(l.id, ${bought}::int[])
      ) AS "inLesson",
      EXISTS (
        SELECT FROM media_uses used
        LEFT JOIN lessons l ON l.id = used.ref_id
        LEFT JOIN lesson_drafts draft ON draft.id = used.ref_id
        WHERE used.media_id = ${imageId} AND used.kind = 'lesson'
          AND CASE WHEN draft.id IS NULL THEN l.author_id ELSE draft.author_id END = ${userId}
      ) AS "inOwnLesson"`.execute(db);
  const [uses] = rows;
  if (!uses) throw new Error('a query without a table has one row');
  return uses;
}

export type QuestionUse = {
  questionId: number;
  /** In the statement, the options or the base text. False: only in the resolution, which reveals the key. */
  isAsked: boolean;
  /** It belongs to a mock exam that can still be taken. */
  isReserved: boolean;
  /** The purchase opens it. */
  isBought: boolean;
  /** A published mock exam shows its questions before it is started. */
  isShown: boolean;
  inAttempt: boolean;
  inClosedAttempt: boolean;
  inPractice: boolean;
  inOpenTimed: boolean;
  /** The server has sent its key to this person. */
  isKeyShown: boolean;
};

/** The questions that use an image, and what one person has seen of each. */
export async function listQuestionUses(
  db: Db,
  imageId: number,
  { userId, bought, now }: { userId: string; bought: readonly number[] | null; now: Date },
): Promise<QuestionUse[]> {
  const { rows } = await sql<QuestionUse>`
    SELECT used.ref_id AS "questionId",
      EXISTS (
        SELECT FROM question_versions v LEFT JOIN base_text_versions t ON t.id = v.base_text_version_id
        WHERE v.question_id = used.ref_id AND (
          ${imageId} IN (SELECT media_ids(v.statement || ' ' || coalesce(t.body, '')))
          OR EXISTS (
            SELECT FROM options o
            WHERE o.question_version_id = v.id AND ${imageId} IN (SELECT media_ids(o.option_text))
          )
        )
      ) AS "isAsked",
      EXISTS (SELECT FROM kept_questions kept WHERE kept.question_id = used.ref_id) AS "isReserved",
      question_is_open(used.ref_id, ${bought}::int[]) AS "isBought",
      EXISTS (
        SELECT FROM quiz_version_questions placed JOIN quizzes z ON z.published_version_id = placed.quiz_version_id
        WHERE placed.question_id = used.ref_id AND quiz_is_open(z.id, ${bought}::int[])
          AND NOT EXISTS (SELECT FROM quiz_windows w WHERE w.quiz_id = z.id AND w.results_at > ${now})
      ) AS "isShown",
      EXISTS (
        SELECT FROM attempt_questions aq JOIN attempts a ON a.id = aq.attempt_id
        WHERE aq.question_id = used.ref_id AND a.user_id = ${userId}
      ) AS "inAttempt",
      EXISTS (
        SELECT FROM attempt_questions aq JOIN closed_attempts a ON a.id = aq.attempt_id
        WHERE aq.question_id = used.ref_id AND a.user_id = ${userId}
      ) AS "inClosedAttempt",
      EXISTS (
        SELECT FROM practice_questions pq JOIN practices p ON p.id = pq.practice_id
        WHERE pq.question_id = used.ref_id AND p.user_id = ${userId}
      ) AS "inPractice",
      EXISTS (
        SELECT FROM practice_questions pq JOIN practices p ON p.id = pq.practice_id
        WHERE pq.question_id = used.ref_id AND p.user_id = ${userId} AND p.deadline_at IS NOT NULL
          AND p.finished_at IS NULL
      ) AS "inOpenTimed",
      EXISTS (
        SELECT FROM key_openings opened WHERE opened.user_id = ${userId} AND opened.question_id = used.ref_id
      ) AS "isKeyShown"
    FROM media_uses used
    WHERE used.media_id = ${imageId} AND used.kind = 'question'
    ORDER BY used.ref_id LIMIT ${QUESTIONS_MAX}`.execute(db);
  return rows;
}
