import { type RawBuilder, sql } from 'kysely';
import { readAsOne } from '#server/db/as-one.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import { isDayStored } from './review-day.store.ts';
import { memoryRow, type StudentMemory } from './student-memories.store.ts';

/** A student, the questions in their open attempts, and the courses they bought (null: all). */
export type Reviewer = { userId: string; underWay: readonly number[]; bought: readonly number[] | null };

/**
 * What free practice may ask, too: in the bank, active, in no quiz that the student has still to take, in none they are
 * taking now, and of the courses they bought or of none.
 */
export const reviewable = ({ userId, underWay, bought }: Reviewer) => sql`
  q.in_bank AND q.status = 'active' AND q.current_version_id IS NOT NULL AND q.id <> ALL(${underWay}::int[])
    AND NOT EXISTS (
      SELECT FROM kept_questions kept
      WHERE kept.question_id = q.id AND NOT EXISTS (
        SELECT FROM closed_attempts a WHERE a.user_id = ${userId} AND a.quiz_id = kept.quiz_id
      )
    )
    AND (${bought}::int[] IS NULL OR question_is_open(q.id, ${bought}::int[]))`;

/** The courses a student may study, for callers without the session of the student. */
export const boughtRow = (userId: string, today: string) => sql<{ courses: number[] | null }>`
  SELECT bought_courses(${userId}, ${today}::date) AS courses`;

type StateRow = { questionId: number; stability: number; difficulty: number; lastDay: string; lastRight: boolean };

/**
 * What is known of everything that was answered, in columns of big-endian numbers: thousands of rows cost ten times as
 * much. `last` is the question, below it the number of answers to it in 12 bits, and in 20 bits twice the day (since
 * 1970) of its last answer, and one more if it was right.
 */
export type StateColumns = Record<'last' | 'stability' | 'difficulty', Bytes | null>;
/** Hexadecimal, as `\\x00ff`, where the read was batched. */
export type Bytes = Buffer | string;

/** What a day is made of: how the product thinks of a student, and the answers that each topic has had. */
export type Known = StateColumns & { memory: StudentMemory | null; answered: { topicId: number; answers: number }[] };

/** Includes questions that may not be asked: a day checks that only for the few it would ask. States are unordered. */
const knownQuery = (userId: string, answered: RawBuilder<Known['answered'][number]>) => sql<Known>`
    SELECT string_agg(int8send((question_id::bigint << 32)
        | (least(answers, 2047) << 20) | ((last_day - date '1970-01-01') * 2 + last_right::int)), '') AS last,
      string_agg(float8send(stability), '') AS stability, string_agg(float8send(difficulty), '') AS difficulty,
      (SELECT to_json(memory) FROM (${memoryRow(userId)}) AS memory) AS memory,
      (SELECT coalesce(json_agg(topic), '[]') FROM (${answered}) AS topic) AS answered
    FROM memory_states WHERE user_id = ${userId}`;

/** `answered` is a query for the answers by topic. */
export async function readKnown(
  db: Db | Tx,
  userId: string,
  answered: RawBuilder<Known['answered'][number]>,
): Promise<Known> {
  const { rows } = await knownQuery(userId, answered).execute(db);
  const [known] = rows;
  if (!known) throw new Error('An aggregate has one row.');
  return known;
}

/** As a query that can be batched; without a row, and without reading anything, where the list of the day is stored. */
export const knownUnlessStored = (userId: string, day: string, answered: RawBuilder<Known['answered'][number]>) =>
  sql<Known>`SELECT known.* FROM (${knownQuery(userId, answered)}) AS known WHERE NOT ${isDayStored(userId, day)}`;

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
  const { rows } = await readAsOne(db, {
    rows: sql<AskedRow>`
      SELECT ${asked}
      FROM questions q LEFT JOIN subjects ON subjects.id = q.subject_id
      WHERE q.id = ANY(${ids}::int[]) AND NOT EXISTS (
          SELECT FROM memory_states s
          WHERE s.user_id = ${who.userId} AND s.question_id = q.id AND s.last_day >= ${today}::date)
        AND ${reviewable(who)}`,
  });
  return rows;
}

/** Open mistakes that may be asked, the least stable first. */
export async function listOpenMistakes(
  db: Db,
  who: Reviewer,
  {
    leaveAt,
    except,
    subjectId,
    questionId,
    limit,
  }: { leaveAt: number; except: readonly number[]; subjectId?: number; questionId?: number; limit: number },
) {
  const { rows } = await sql<AskedRow>`
    SELECT ${asked}
    FROM memory_states s JOIN questions q ON q.id = s.question_id LEFT JOIN subjects ON subjects.id = q.subject_id
    WHERE s.user_id = ${who.userId} AND s.wrongs > 0 AND s.right_days < ${leaveAt}
      AND s.question_id <> ALL(${except}::int[])
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

/** What was answered and can fall in an exam, in the order of the questions; a topic of 0 is none. */
export type ExamColumns = Record<'ids' | 'stability' | 'lastDays' | 'topicIds', Buffer | null> & { answers: number };

/** listExamStates() for sums only: no names, and columns instead of rows. */
export async function readExamColumns(db: Db, who: Reviewer, limit: number): Promise<ExamColumns> {
  const { rows } = await sql<ExamColumns>`
    SELECT string_agg(int4send(question_id), '') AS ids, string_agg(float8send(stability), '') AS stability,
      string_agg(int4send(last_day - date '1970-01-01'), '') AS "lastDays",
      string_agg(int4send(coalesce(topic_id, 0)), '') AS "topicIds", coalesce(sum(answers), 0)::int AS answers
    FROM (
      SELECT s.question_id, s.stability, s.last_day, s.answers, q.topic_id
      FROM memory_states s JOIN questions q ON q.id = s.question_id AND q.status = 'active'
      WHERE s.user_id = ${who.userId} AND s.question_id <> ALL(${who.underWay}::int[])
      ORDER BY s.question_id LIMIT ${limit}
    ) AS state`.execute(db);
  const [columns] = rows;
  if (!columns) throw new Error('An aggregate has one row.');
  return columns;
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
