import { sql } from 'kysely';
import type { Db, Tx } from '../../db/handle.ts';

/** A student, what stands in their open attempts, and the courses they bought (null: all). */
export type Reviewer = { userId: string; underWay: readonly number[]; bought: readonly number[] | null };

/**
 * What free practice may ask, too: in the bank, active, in no quiz that the student has still to take, in none they are
 * taking now, and of the courses they bought or of none.
 */
const reviewable = ({ userId, underWay, bought }: Reviewer) => sql`
  q.in_bank AND q.status = 'active' AND q.current_version_id IS NOT NULL AND q.id <> ALL(${underWay}::int[])
    AND NOT EXISTS (
      SELECT FROM kept_questions kept
      WHERE kept.question_id = q.id AND NOT EXISTS (
        SELECT FROM closed_attempts a WHERE a.user_id = ${userId} AND a.quiz_id = kept.quiz_id
      )
    )
    AND (${bought}::int[] IS NULL OR question_is_open(q.id, ${bought}::int[]))`;

/** The courses somebody may study, for whoever has no session of theirs at hand. */
export async function readBought(db: Db | Tx, userId: string, today: string): Promise<number[] | null> {
  const { rows } = await sql<{ bought: number[] | null }>`
    SELECT bought_courses(${userId}, ${today}::date) AS bought`.execute(db);
  return rows[0]?.bought ?? null;
}

type StateRow = { questionId: number; stability: number; difficulty: number; lastDay: string; lastRight: boolean };

/**
 * What is known of everything that was answered, whether or not it may be asked: a day looks that up for the few that it
 * would ask. The least stable first, where there are more than can be looked at.
 */
export async function listStates(db: Db | Tx, userId: string, limit: number): Promise<StateRow[]> {
  const { rows } = await sql<StateRow>`
    SELECT question_id AS "questionId", stability, difficulty, last_day::text AS "lastDay", last_right AS "lastRight"
    FROM memory_states WHERE user_id = ${userId} ORDER BY stability, question_id LIMIT ${limit}`.execute(db);
  return rows;
}

export type AskedRow = {
  questionId: number;
  versionId: number;
  subject: string | null;
  topicId: number | null;
  topic: string;
};

const asked = sql`q.id AS "questionId", q.current_version_id AS "versionId", subjects.name AS subject,
  q.topic_id AS "topicId", q.topic`;

/** Those of the questions that may be asked, and were not answered today. */
export async function listReviewable(db: Db | Tx, who: Reviewer, ids: readonly number[], today: string) {
  if (ids.length === 0) return [];
  const { rows } = await sql<AskedRow>`
    SELECT ${asked}
    FROM questions q LEFT JOIN subjects ON subjects.id = q.subject_id
    WHERE q.id = ANY(${ids}::int[]) AND NOT EXISTS (
        SELECT FROM memory_states s
        WHERE s.user_id = ${who.userId} AND s.question_id = q.id AND s.last_day >= ${today}::date)
      AND ${reviewable(who)}`.execute(db);
  return rows;
}

const neverAnswered = ({ userId }: Reviewer) => sql`
  NOT EXISTS (SELECT FROM memory_states s WHERE s.user_id = ${userId} AND s.question_id = q.id)`;

/** Never answered, at most so many of each subject, the oldest of the bank first. */
export async function listFresh(db: Db | Tx, who: Reviewer, each: number) {
  const { rows } = await sql<AskedRow & { turn: number }>`
    SELECT "questionId", "versionId", name AS subject, "topicId", topic, turn
    FROM (SELECT id, name FROM subjects UNION ALL SELECT NULL, NULL) AS of
    CROSS JOIN LATERAL (
      SELECT q.id AS "questionId", q.current_version_id AS "versionId", q.topic_id AS "topicId", q.topic,
        row_number() OVER (ORDER BY q.id) AS turn
      FROM (
        SELECT q.* FROM questions q
        WHERE (q.subject_id = of.id OR (of.id IS NULL AND q.subject_id IS NULL)) AND ${reviewable(who)}
          AND ${neverAnswered(who)}
        ORDER BY q.id LIMIT ${each}
      ) AS q
    ) AS fresh
    ORDER BY turn, of.id NULLS LAST`.execute(db);
  return rows;
}

/** Never answered, at most so many of each topic, the oldest of the bank first. */
export async function listFreshOfTopics(db: Db | Tx, who: Reviewer, topicIds: readonly number[], each: number) {
  const { rows } = await sql<AskedRow>`
    SELECT ${asked}
    FROM unnest(${topicIds}::int[]) AS t (id)
    CROSS JOIN LATERAL (
      SELECT q.* FROM questions q
      WHERE q.topic_id = t.id AND ${reviewable(who)} AND ${neverAnswered(who)} ORDER BY q.id LIMIT ${each}
    ) AS q
    LEFT JOIN subjects ON subjects.id = q.subject_id`.execute(db);
  return rows;
}

/** Open mistakes that may be asked, the least stable first. */
export async function listOpenMistakes(
  db: Db,
  who: Reviewer,
  {
    leaveAt,
    subjectId,
    questionId,
    limit,
  }: { leaveAt: number; subjectId?: number; questionId?: number; limit: number },
) {
  const { rows } = await sql<AskedRow>`
    SELECT ${asked}
    FROM memory_states s JOIN questions q ON q.id = s.question_id LEFT JOIN subjects ON subjects.id = q.subject_id
    WHERE s.user_id = ${who.userId} AND s.wrongs > 0 AND s.right_days < ${leaveAt}
      AND (${subjectId ?? null}::int IS NULL OR q.subject_id = ${subjectId ?? null})
      AND (${questionId ?? null}::int IS NULL OR q.id = ${questionId ?? null}) AND ${reviewable(who)}
    ORDER BY s.stability, s.question_id LIMIT ${limit}`.execute(db);
  return rows;
}

/** The version that an option belongs to, where the student may review its question. */
export async function findReviewable(tx: Db | Tx, who: Reviewer, answer: { questionId: number; optionId: number }) {
  const { rows } = await sql<{ versionId: number }>`
    SELECT v.id AS "versionId"
    FROM options o
    JOIN question_versions v ON v.id = o.question_version_id AND v.question_id = ${answer.questionId}
    JOIN questions q ON q.id = v.question_id
    WHERE o.id = ${answer.optionId} AND ${reviewable(who)}`.execute(tx);
  return rows[0];
}

export type ExamState = StateRow & {
  answers: number;
  topicId: number | null;
  subjectId: number | null;
  subject: string | null;
};

/** Everything that was answered and can fall in an exam, without what must not tell yet. */
export async function listExamStates(db: Db, who: Reviewer, limit: number): Promise<ExamState[]> {
  const { rows } = await sql<ExamState>`
    SELECT s.question_id AS "questionId", s.stability, s.difficulty, s.last_day::text AS "lastDay",
      s.last_right AS "lastRight", s.answers, q.topic_id AS "topicId", q.subject_id AS "subjectId", subjects.name AS subject
    FROM memory_states s JOIN questions q ON q.id = s.question_id AND q.status = 'active'
    LEFT JOIN subjects ON subjects.id = q.subject_id
    WHERE s.user_id = ${who.userId} AND s.question_id <> ALL(${who.underWay}::int[])
    ORDER BY subjects.name COLLATE "pt-BR-x-icu" NULLS LAST, s.question_id LIMIT ${limit}`.execute(db);
  return rows;
}
