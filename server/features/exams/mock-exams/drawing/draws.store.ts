import { type RawBuilder, sql } from 'kysely';
import type { Difficulty } from '#contract/questions/question-shapes.ts';
import type { Db, Tx } from '#server/db/handle.ts';

export type Draw = {
  count: number;
  subjectId: number | null;
  topicId: number | null;
  topic: string;
  source: string;
  year: number | null;
  difficulty: Difficulty | null;
};

export async function listDraws(db: Db | Tx, versionId: number): Promise<Draw[]> {
  return db
    .selectFrom('quiz_version_draws')
    .select([
      'question_count as count',
      'subject_id as subjectId',
      'topic_id as topicId',
      'topic',
      'source',
      'year',
      sql<Difficulty | null>`difficulty`.as('difficulty'),
    ])
    .where('quiz_version_id', '=', versionId)
    .orderBy('position')
    .execute();
}

/** Only of a draft: a version that was published never changes. */
export async function replaceDraws(tx: Tx, versionId: number, draws: readonly Draw[]): Promise<void> {
  await tx.deleteFrom('quiz_version_draws').where('quiz_version_id', '=', versionId).execute();
  if (draws.length === 0) return;
  await tx
    .insertInto('quiz_version_draws')
    .values(
      draws.map((draw, index) => ({
        quiz_version_id: versionId,
        position: index + 1,
        question_count: draw.count,
        subject_id: draw.subjectId,
        topic_id: draw.topicId,
        topic: draw.topic,
        source: draw.source,
        year: draw.year,
        difficulty: draw.difficulty,
      })),
    )
    .execute();
}

export async function copyDraws(tx: Tx, from: number, to: number): Promise<void> {
  await sql`
    INSERT INTO quiz_version_draws (quiz_version_id, position, question_count, subject_id, topic_id, topic, source, year, difficulty)
    SELECT ${to}, position, question_count, subject_id, topic_id, topic, source, year, difficulty
    FROM quiz_version_draws WHERE quiz_version_id = ${from}`.execute(tx);
}

/** A subject was merged into another: rules that draw from it go with it. */
export async function moveDrawsToSubject(tx: Tx, from: number, into: number): Promise<void> {
  await tx.updateTable('quiz_version_draws').set({ subject_id: into }).where('subject_id', '=', from).execute();
}

/** Topics were renamed or have another subject: rules that draw from them say so. */
export async function followTopics(tx: Tx, topicIds: readonly number[]): Promise<void> {
  await sql`
    UPDATE quiz_version_draws d SET subject_id = t.subject_id, topic = t.name FROM topics t
    WHERE t.id = d.topic_id AND t.id = ANY(${topicIds}::int[])`.execute(tx);
}

export async function setTopicOfDraws(tx: Tx, from: number, into: number): Promise<void> {
  await tx.updateTable('quiz_version_draws').set({ topic_id: into }).where('topic_id', '=', from).execute();
}

/** What a rule `d` may draw from; neither fixed questions of the quiz nor those shown to visitors are among it. */
const poolBeside = (isFree: RawBuilder<unknown>) => sql`
  FROM questions q
  WHERE q.in_bank AND q.status = 'active' AND q.current_version_id IS NOT NULL
    AND (d.subject_id IS NULL OR q.subject_id = d.subject_id)
    -- A topic's subtopics are part of it. A text without a topic is of a rule that names no subject.
    AND (q.topic_id = d.topic_id OR q.topic_id IN (SELECT id FROM topics WHERE parent_id = d.topic_id)
         OR d.topic_id IS NULL AND (d.topic = '' OR q.topic = d.topic))
    AND (d.source = '' OR q.source = d.source) AND (d.year IS NULL OR q.year = d.year)
    AND (d.difficulty IS NULL OR q.difficulty = d.difficulty)
    AND ${isFree}
    AND NOT EXISTS (SELECT FROM trial_questions shown JOIN questions open ON open.id = shown.question_id
                    WHERE open.id = q.id OR open.fingerprint = q.fingerprint)
    -- Nor what a quiz with a window keeps for it.
    AND NOT EXISTS (
      SELECT FROM quiz_windows going JOIN kept_questions kept ON kept.quiz_id = going.quiz_id
      WHERE going.ended_at IS NULL AND kept.question_id = q.id)`;

const pool = poolBeside(sql`NOT EXISTS (
  SELECT FROM quiz_version_questions fixed
  WHERE fixed.quiz_version_id = d.quiz_version_id AND fixed.question_id = q.id)`);

/**
 * For each rule at most `most` questions of its pool, in random order: no draw can need more from one pool. Questions
 * that share a base text are adjacent, so that a draw takes as many of them as fit.
 */
export async function listPools(db: Db | Tx, versionId: number, most: number) {
  const { rows } = await sql<{
    rule: number;
    count: number;
    questionId: number;
    questionVersionId: number;
    baseTextId: number | null;
  }>`
    SELECT d.position - 1 AS rule, d.question_count AS count, pool.id AS "questionId",
           pool.current_version_id AS "questionVersionId", pool.base_text_id AS "baseTextId"
    FROM quiz_version_draws d CROSS JOIN (SELECT (random() * 1e15)::bigint AS seed) AS dice
    CROSS JOIN LATERAL (SELECT q.id, q.current_version_id, q.base_text_id ${pool}
                        ORDER BY draw_order(q.id, q.base_text_id, dice.seed), q.id LIMIT ${most}) AS pool
    WHERE d.quiz_version_id = ${versionId} ORDER BY d.position`.execute(db);
  return rows;
}

/** How many questions each rule has to draw from, in order. */
export async function countPools(db: Db | Tx, versionId: number): Promise<number[]> {
  const { rows } = await sql<{ size: number }>`
    SELECT (SELECT count(*) ${pool}) AS size
    FROM quiz_version_draws d WHERE d.quiz_version_id = ${versionId} ORDER BY d.position`.execute(db);
  return rows.map(({ size }) => size);
}

/**
 * For rules that are not stored yet, next to the fixed questions `fixedIds`: the size of each pool and its first
 * `most` questions. The order does not matter, because only whether the rules can be filled is checked.
 */
export async function previewPools(
  db: Db,
  draws: readonly Draw[],
  fixedIds: readonly number[],
  most: number,
): Promise<{ size: number; first: { questionId: number; questionVersionId: number }[] }[]> {
  const rules = JSON.stringify(
    draws.map(({ subjectId, topicId, topic, source, year, difficulty }, at) => ({
      position: at,
      subject_id: subjectId,
      topic_id: topicId,
      topic,
      source,
      year,
      difficulty,
    })),
  );
  const beside = poolBeside(sql`q.id <> ALL(${fixedIds}::int[])`);
  const { rows } = await sql<{ size: number; first: { questionId: number; questionVersionId: number }[] }>`
    SELECT (SELECT count(*) ${beside}) AS size,
           (SELECT coalesce(json_agg(json_build_object('questionId', f.id, 'questionVersionId', f.current_version_id)), '[]')
            FROM (SELECT q.id, q.current_version_id ${beside} ORDER BY q.id LIMIT ${most}) AS f) AS first
    FROM jsonb_to_recordset(${rules}::jsonb) AS d (position integer, subject_id integer, topic_id integer, topic text,
      source text, year smallint, difficulty text)
    ORDER BY d.position`.execute(db);
  return rows;
}

export async function listQuestionsOfVersion(db: Db, versionId: number) {
  return db
    .selectFrom('quiz_version_questions')
    .innerJoin('question_versions as v', 'v.id', 'quiz_version_questions.question_version_id')
    .leftJoin('base_text_versions as t', 't.id', 'v.base_text_version_id')
    .select([
      'quiz_version_questions.question_id as questionId',
      'quiz_version_questions.question_version_id as questionVersionId',
      't.base_text_id as baseTextId',
    ])
    .where('quiz_version_id', '=', versionId)
    .orderBy('position')
    .execute();
}
