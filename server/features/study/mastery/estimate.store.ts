import { sql } from 'kysely';
import { TIME_ZONE } from '#contract/time.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import type { FinishedLesson, LearntGains } from './learnt-gains.ts';
import type { Answer } from './replay.ts';

/** A sample of students, another one every night, each with the number of their answers. */
export async function listSpeakers(db: Db, salt: number, limit: number) {
  const { rows } = await sql<{ id: string; answers: number }>`
    SELECT user_id AS id, answers FROM student_mastery WHERE answers > 0
    ORDER BY md5(user_id::text || ${String(salt)}) LIMIT ${limit}`.execute(db);
  return rows;
}

/** All answers of these students in the order of the log. Students are numbered by their position. */
export async function listAllAnswers(db: Db, userIds: readonly string[]): Promise<Answer[]> {
  const { rows } = await sql<Answer>`
    SELECT s.place::int AS student, o.question_version_id AS question, q.topic_id AS topic, l.study_day - '2000-01-01'::date AS day,
      o.is_correct AND NOT EXISTS (
        SELECT FROM answer_log guess
        WHERE guess.user_id = l.user_id AND guess.question_id = l.question_id
          AND guess.source = 'guess' AND guess.source_key = l.source_key
      ) AS right,
      1.0::float8 / greatest(2, (SELECT count(*) FROM options x WHERE x.question_version_id = o.question_version_id)) AS guess
    FROM unnest(${userIds}::uuid[]) WITH ORDINALITY AS s (user_id, place)
    JOIN answer_log l ON l.user_id = s.user_id AND l.source <> 'guess'
    JOIN options o ON o.id = l.option_id
    JOIN questions q ON q.id = l.question_id AND q.status <> 'annulled'
    ORDER BY l.id`.execute(db);
  return rows;
}

/** Lessons of topics that these students finished, numbered like `listAllAnswers`. */
export async function listFinishedLessons(
  db: Db,
  userIds: readonly string[],
  limit: number,
): Promise<FinishedLesson[]> {
  const { rows } = await sql<FinishedLesson>`
    SELECT s.place::int AS student, lessons.topic_id AS topic,
      (p.completed_at AT TIME ZONE ${TIME_ZONE})::date - '2000-01-01'::date AS day
    FROM unnest(${userIds}::uuid[]) WITH ORDINALITY AS s (user_id, place)
    JOIN lesson_progress p ON p.user_id = s.user_id AND p.completed_at IS NOT NULL
    JOIN lessons ON lessons.id = p.lesson_id AND lessons.topic_id IS NOT NULL
    LIMIT ${limit}`.execute(db);
  return rows;
}

/** `answers`: first answers of students; `rights`: those that were right. */
export type Difficulty = { value: number; answers: number; rights: number };

export async function saveDifficulties(
  tx: Tx,
  difficulties: readonly (readonly [number, Difficulty])[],
): Promise<void> {
  await sql`
    INSERT INTO question_difficulties (question_version_id, value, answers, rights)
    SELECT d.id, d.value, d.answers, d.rights
    FROM unnest(${difficulties.map(([id]) => id)}::int[], ${difficulties.map(([, { value }]) => value)}::float8[],
                ${difficulties.map(([, { answers }]) => answers)}::int[],
                ${difficulties.map(([, { rights }]) => rights)}::int[]) AS d (id, value, answers, rights)
    -- Gone since the answers were read.
    WHERE EXISTS (SELECT FROM question_versions v WHERE v.id = d.id)
    ON CONFLICT (question_version_id) DO UPDATE
      SET value = excluded.value, answers = excluded.answers, rights = excluded.rights`.execute(tx);
}

/** How hard the active questions of each topic are together. */
export async function saveTopicDifficulties(tx: Tx): Promise<void> {
  await sql`DELETE FROM topic_difficulties`.execute(tx);
  await sql`
    INSERT INTO topic_difficulties (topic_id, value, spread, guess, questions)
    SELECT q.topic_id, avg(d.value), coalesce(var_pop(d.value), 0),
      avg(1.0 / greatest(2, (SELECT count(*) FROM options o WHERE o.question_version_id = d.question_version_id))), count(*)
    FROM question_difficulties d
    JOIN questions q ON q.current_version_id = d.question_version_id
    WHERE q.topic_id IS NOT NULL AND q.status = 'active'
    GROUP BY q.topic_id`.execute(tx);
}

export async function saveModel(
  tx: Tx,
  model: { newQuestion: number; guess: number; gainWeights: number[]; gains: LearntGains; now: Date },
): Promise<void> {
  await tx
    .updateTable('mastery_model')
    .set((set) => ({
      epoch: set('epoch', '+', 1),
      new_question: model.newQuestion,
      guess: model.guess,
      gain_weights: model.gainWeights,
      learnt_gains: JSON.stringify(model.gains),
      estimated_at: model.now,
    }))
    .execute();
}
