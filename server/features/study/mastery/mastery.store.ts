import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';
import { isUnpaused, type Pausing } from '#server/db/unpaused.ts';
import { type Level, storedHistory } from './ability-history.ts';
import { type LearntGains, shippedGains } from './learnt-gains.ts';
import type { StudentAnswer, StudentMastery } from './student-replay.ts';

export type Model = {
  epoch: number;
  newQuestion: number;
  guess: number;
  estimatedAt: Date | null;
  /** How likely each gain is in this school; null before the first night. */
  gainWeights: number[] | null;
  /** The weights of the nightly layer; null where none is used. */
  layerWeights: number[] | null;
  /** Since when the expected score is withdrawn from students; null where it is shown. */
  scoreWithdrawnAt: Date | null;
  /** What studying brings; the assumptions before the first night. */
  gains: LearntGains;
};

export async function readModel(db: Db | Tx): Promise<Model> {
  const { learntGains, ...model } = await db
    .selectFrom('mastery_model')
    .select([
      'epoch',
      'new_question as newQuestion',
      'guess',
      'estimated_at as estimatedAt',
      'gain_weights as gainWeights',
      'layer_weights as layerWeights',
      'score_withdrawn_at as scoreWithdrawnAt',
      'learnt_gains as learntGains',
    ])
    .executeTakeFirstOrThrow();
  return { ...model, gains: (learntGains as LearntGains | null) ?? shippedGains };
}

/**
 * `answers` counts every graded answer, `questions` the different questions among them. A row is partial if it omits
 * the answers in an open attempt, or if the version before wrote it without the history.
 */
export type StudentRow = {
  epoch: number;
  through: number;
  isPartial: boolean;
  level: number;
  variance: number;
  /** The running ability, with right answers in all and the moving averages: what the layer goes by. */
  ability: number;
  rights: number;
  fast: number;
  slow: number;
  answers: number;
  questions: number;
};

const isPartial = sql<boolean>`student_mastery.is_partial OR student_mastery.history_through <> student_mastery.through`;

export async function findStudent(db: Db | Tx, userId: string): Promise<StudentRow | undefined> {
  return db
    .selectFrom('student_mastery')
    .select(['epoch', 'through', 'level', 'level_variance as variance', 'answers', 'questions'])
    .select(['ability', 'rights', 'fast', 'slow'])
    .select(isPartial.as('isPartial'))
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

export type LockedStudent = Omit<StudentRow, 'level' | 'variance'> & { history: number[] };

/** Locks the student's row. Inserts it where it is missing, as one to be replayed. */
export async function lockStudent(tx: Tx, userId: string): Promise<LockedStudent | undefined> {
  await sql`
    INSERT INTO student_mastery (user_id, epoch, through, is_partial, ability, answers)
    SELECT id, -1, 0, false, 0, 0 FROM users WHERE id = ${userId}
    ON CONFLICT DO NOTHING`.execute(tx);
  return tx
    .selectFrom('student_mastery')
    .select(['epoch', 'through', 'ability', 'history', 'answers', 'questions', 'rights', 'fast', 'slow'])
    .select(isPartial.as('isPartial'))
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
}

/** `answers` are different questions, the evidence of the estimate; `total` counts every answer. */
export type TopicMasteryRow = {
  topicId: number;
  value: number;
  answers: number;
  total: number;
  rights: number;
  lastDay: string;
  /** The typical stability of the memory of its questions, in days. */
  stability: number | null;
};

/** A query that callers run along with others. */
export const topicMasteries = (userId: string) => sql<TopicMasteryRow>`
  SELECT topic_id AS "topicId", value, questions AS answers, answers AS total, rights, last_day::text AS "lastDay",
    stability
  FROM topic_mastery WHERE user_id = ${userId} ORDER BY topic_id LIMIT 10000`;

export const topicAnswers = (userId: string) => sql<Pick<TopicMasteryRow, 'topicId' | 'answers'>>`
  SELECT topic_id AS "topicId", questions AS answers FROM topic_mastery WHERE user_id = ${userId} ORDER BY topic_id LIMIT 10000`;

export async function listTopicMasteries(db: Db | Tx, userId: string): Promise<TopicMasteryRow[]> {
  return (await topicMasteries(userId).execute(db)).rows;
}

/** A student's row, and whether they have answered anything at all. */
export const studentRow = (userId: string) => sql<StudentRow & { isThere: boolean; hasAnswers: boolean }>`
  SELECT coalesce(m.epoch, -1) AS epoch, coalesce(m.through, 0) AS through, 
    coalesce(m.is_partial OR m.history_through <> m.through, false) AS "isPartial",
    coalesce(m.level, 0) AS level, coalesce(m.level_variance, 1) AS variance,
    coalesce(m.ability, 0) AS ability, coalesce(m.rights, 0) AS rights, coalesce(m.fast, 0) AS fast,
    coalesce(m.slow, 0) AS slow, coalesce(m.answers, 0) AS answers, coalesce(m.questions, 0) AS questions,
    m.user_id IS NOT NULL AS "isThere",
    m.user_id IS NOT NULL OR EXISTS (SELECT FROM answer_log l WHERE l.user_id = ${userId}) AS "hasAnswers"
  FROM (SELECT) AS one LEFT JOIN student_mastery m ON m.user_id = ${userId}`;

export type TopicDifficulty = { topicId: number; value: number; spread: number; guess: number; questions: number };

/** How hard the questions of each topic are, as far as anybody has answered them. */
export async function listTopicDifficulties(db: Db | Tx): Promise<TopicDifficulty[]> {
  const { rows } = await sql<TopicDifficulty>`
    SELECT topic_id AS "topicId", value, spread, guess, questions FROM topic_difficulties
    ORDER BY topic_id LIMIT 100000`.execute(db);
  return rows;
}

/**
 * Graded answers in the order of the log, by what counts as right today. Annulled questions are out; a right answer
 * that was a guess is a wrong one.
 */
export async function listAnswers(
  db: Db | Tx,
  userId: string,
  { after = 0, underWay }: { after?: number; underWay: readonly number[] },
): Promise<StudentAnswer[]> {
  const { rows } = await sql<StudentAnswer>`
    SELECT l.id, q.topic_id AS "topicId", l.study_day::text AS day, d.value AS difficulty,
      d.answers AS "difficultyAnswers",
      (SELECT count(*) FROM options other WHERE other.question_version_id = o.question_version_id)::int AS options,
      o.is_correct AND NOT EXISTS (
        SELECT FROM answer_log guess
        WHERE guess.user_id = l.user_id AND guess.question_id = l.question_id
          AND guess.source = 'guess' AND guess.source_key = l.source_key
      ) AS right,
      NOT EXISTS (
        SELECT FROM answer_log earlier JOIN options chosen ON chosen.id = earlier.option_id
        WHERE earlier.user_id = l.user_id AND earlier.question_id = l.question_id AND earlier.id < l.id
          AND earlier.source <> 'guess' AND chosen.question_version_id = o.question_version_id
      ) AS "isFirst",
      NOT EXISTS (
        SELECT FROM answer_log earlier
        WHERE earlier.user_id = l.user_id AND earlier.question_id = l.question_id AND earlier.id < l.id
          AND earlier.source <> 'guess' AND earlier.option_id IS NOT NULL
      ) AS "isNewQuestion"
    FROM answer_log l
    JOIN options o ON o.id = l.option_id
    JOIN questions q ON q.id = l.question_id
    LEFT JOIN question_difficulties d ON d.question_version_id = o.question_version_id
    WHERE l.user_id = ${userId} AND l.id > ${after} AND l.source <> 'guess' AND q.status <> 'annulled'
      AND l.question_id <> ALL(${underWay}::int[])
    ORDER BY l.id LIMIT 200000`.execute(db);
  return rows;
}

/** The last row of a student's log, and whether one after `after` belongs to a question of an open attempt. */
export async function readEnd(db: Db | Tx, userId: string, underWay: readonly number[], after = 0) {
  const { rows } = await sql<{ through: number; isPartial: boolean }>`
    SELECT coalesce(max(id), 0)::bigint AS through,
      coalesce(bool_or(question_id = ANY(${underWay}::int[])), false) AS "isPartial"
    FROM answer_log WHERE user_id = ${userId} AND id > ${after}`.execute(db);
  return rows[0] ?? { through: 0, isPartial: false };
}

export async function hasAnswers(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM answer_log WHERE user_id = ${userId} LIMIT 1`.execute(db);
  return rows.length > 0;
}

export async function hasGuesses(tx: Tx, userId: string, ids: readonly number[]): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM answer_log
    WHERE user_id = ${userId} AND id = ANY(${ids}::bigint[]) AND source = 'guess' LIMIT 1`.execute(tx);
  return rows.length > 0;
}

export async function saveStudent(
  tx: Tx,
  userId: string,
  { ability, history, total, recent, topics }: StudentMastery,
  about: { epoch: number; through: number; isPartial: boolean; level: Level; moved: readonly number[] },
): Promise<void> {
  await tx
    .updateTable('student_mastery')
    .set({
      epoch: about.epoch,
      through: about.through,
      is_partial: about.isPartial,
      ability: ability.value,
      level: about.level.value,
      level_variance: about.level.variance,
      history: storedHistory(history),
      history_through: about.through,
      rights: recent.rights,
      fast: recent.fast,
      slow: recent.slow,
      answers: total,
      questions: ability.answers,
    })
    .where('user_id', '=', userId)
    .execute();
  const list = [...topics];
  await sql`
    DELETE FROM topic_mastery
    WHERE user_id = ${userId} AND topic_id <> ALL(${list.map(([id]) => id)}::int[])`.execute(tx);
  await sql`
    INSERT INTO topic_mastery (user_id, topic_id, value, questions, answers, rights, last_day)
    SELECT ${userId}::uuid, t.topic_id, t.value, t.questions, t.answers, t.rights, t.last_day
    FROM unnest(${list.map(([id]) => id)}::int[], ${list.map(([, { value }]) => value)}::float8[],
                ${list.map(([, { answers }]) => answers)}::int[], ${list.map(([, { total }]) => total)}::int[],
                ${list.map(([, { rights }]) => rights)}::int[], ${list.map(([, { lastDay }]) => lastDay)}::date[])
      AS t (topic_id, value, questions, answers, rights, last_day)
    ON CONFLICT (user_id, topic_id) DO UPDATE SET value = excluded.value, questions = excluded.questions,
      answers = excluded.answers, rights = excluded.rights, last_day = excluded.last_day
    WHERE (topic_mastery.value, topic_mastery.questions, topic_mastery.answers, topic_mastery.rights, topic_mastery.last_day)
      IS DISTINCT FROM (excluded.value, excluded.questions, excluded.answers, excluded.rights, excluded.last_day)`.execute(
    tx,
  );
  await saveStabilities(tx, userId, about.moved);
}

/** The geometric mean over the topic's questions that the memory knows. The memory is updated before. */
async function saveStabilities(tx: Tx, userId: string, topicIds: readonly number[]): Promise<void> {
  if (topicIds.length === 0) return;
  await sql`
    UPDATE topic_mastery t SET stability = own.stability
    FROM (
      SELECT q.topic_id, exp(avg(ln(greatest(s.stability, 0.001)))) AS stability
      FROM memory_states s JOIN questions q ON q.id = s.question_id
      WHERE s.user_id = ${userId} AND q.topic_id = ANY(${topicIds}::int[]) GROUP BY q.topic_id
    ) AS own
    WHERE t.user_id = ${userId} AND t.topic_id = own.topic_id AND t.stability IS DISTINCT FROM own.stability`.execute(
    tx,
  );
}

/** Marks every student who answered the question as outdated: the next read replays their answers. */
export async function outdateAnswerersOf(tx: Tx, questionId: number): Promise<void> {
  await sql`
    UPDATE student_mastery SET epoch = -1
    WHERE user_id IN (SELECT user_id FROM answer_log WHERE question_id = ${questionId})`.execute(tx);
}

export async function outdateLearnersOf(tx: Tx, topicId: number): Promise<void> {
  await sql`
    UPDATE student_mastery SET epoch = -1
    WHERE user_id IN (SELECT user_id FROM topic_mastery WHERE topic_id = ${topicId})`.execute(tx);
}

/** Students whose row is older than the last estimate, and those who have none yet. */
export async function listBehind(
  db: Db,
  { epoch, pausing, limit }: { epoch: number; pausing: Pausing; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    (SELECT m.user_id AS id FROM student_mastery m
     WHERE m.epoch < ${epoch} AND ${isUnpaused(pausing, sql`m.user_id`)} ORDER BY m.epoch, m.user_id LIMIT ${limit})
    UNION ALL
    (SELECT u.id FROM users u
     WHERE NOT EXISTS (SELECT FROM student_mastery m WHERE m.user_id = u.id)
       AND EXISTS (SELECT FROM answer_log l WHERE l.user_id = u.id)
       AND ${isUnpaused(pausing, sql`u.id`)} LIMIT ${limit})
    LIMIT ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}
