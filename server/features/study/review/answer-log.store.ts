import { sql } from 'kysely';
import { TIME_ZONE } from '#contract/time.ts';
import type { Db, Tx } from '#server/db/handle.ts';

export type NewAnswer = {
  userId: string;
  questionId: number;
  source: 'practice' | 'review' | 'guess';
  sourceKey: string;
  optionId: number;
  isRight: boolean;
  day: string;
  now: Date;
  /** Only for a review: the question that this substitute replaced. */
  standsFor?: number | null;
};

export async function insertAnswer(tx: Db | Tx, answer: NewAnswer): Promise<void> {
  await tx
    .insertInto('answer_log')
    .values({
      user_id: answer.userId,
      question_id: answer.questionId,
      source: answer.source,
      source_key: answer.sourceKey,
      option_id: answer.optionId,
      is_right: answer.isRight,
      study_day: answer.day,
      answered_at: answer.now,
      stands_for: answer.standsFor == null ? null : substituted(answer.userId, answer.questionId, answer.standsFor),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The replaced question, if both are of one topic and it was answered before; else null. */
const substituted = (userId: string, questionId: number, standsFor: number) => sql<number | null>`(
  SELECT other.id FROM questions q
  JOIN questions other ON other.topic_id = q.topic_id AND other.id = ${standsFor} AND other.id <> q.id
  JOIN memory_states s ON s.user_id = ${userId} AND s.question_id = other.id
  WHERE q.id = ${questionId})`;

/** A row where the student has answered at least once; as a query that can be batched. */
export const answeredOnce = (userId: string) =>
  sql<{ answered: true }>`SELECT true AS answered FROM answer_log WHERE user_id = ${userId} LIMIT 1`;

/** The answer stored under a key of the student's browser. */
export async function findLoggedAnswer(
  db: Db | Tx,
  { userId, questionId, source, key }: { userId: string; questionId: number; source: NewAnswer['source']; key: string },
) {
  return db
    .selectFrom('answer_log')
    .select(['option_id as optionId'])
    .where('user_id', '=', userId)
    .where('question_id', '=', questionId)
    .where('source', '=', source)
    .where('source_key', '=', key)
    .executeTakeFirst();
}

/** Today's answers in the review, each with its question; as a query that can be batched with other reads. */
export const reviewedOn = (userId: string, day: string) =>
  sql<{ questionId: number; standsFor: number | null; isRight: boolean }>`
    SELECT question_id AS "questionId", stands_for AS "standsFor", is_right AS "isRight" FROM answer_log
    WHERE user_id = ${userId} AND study_day = ${day}::date AND source = 'review' ORDER BY id LIMIT 1000`;

/**
 * Logs the answers of closed attempts whose review shows right and wrong: at least half was answered, or it is not the
 * student's first. Blank answers are not logged; direct attempts and previews are never counted.
 */
export async function insertAttemptAnswers(tx: Db | Tx, attemptIds: readonly number[]): Promise<void> {
  await sql`
    INSERT INTO answer_log (user_id, question_id, source, source_key, option_id, is_right, study_day, answered_at)
    SELECT a.user_id, held.question_id, 'attempt', a.id::text, held.option_id, chosen.is_correct,
      (a.closed_at AT TIME ZONE ${TIME_ZONE}::text)::date, a.closed_at
    FROM closed_attempts a
    JOIN attempt_questions held ON held.attempt_id = a.id
    JOIN options chosen ON chosen.id = held.option_id
    WHERE a.id = ANY(${attemptIds}::int[]) AND a.user_id IS NOT NULL AND a.counts
      AND ((SELECT count(*) FROM attempt_questions given WHERE given.attempt_id = a.id AND given.option_id IS NOT NULL) * 2
          >= a.total_questions
        OR EXISTS (
          SELECT FROM closed_attempts before
          WHERE before.user_id = a.user_id AND before.quiz_id = a.quiz_id AND before.id < a.id
        ))
    ORDER BY a.closed_at, a.id, held.position
    ON CONFLICT DO NOTHING`.execute(tx);
}

export async function insertPracticeAnswers(tx: Db | Tx, from: number, to: number): Promise<void> {
  await sql`
    INSERT INTO answer_log (user_id, question_id, source, source_key, option_id, is_right, study_day, answered_at)
    SELECT p.user_id, held.question_id, 'practice', p.id::text, held.option_id, held.is_correct,
      (held.answered_at AT TIME ZONE ${TIME_ZONE}::text)::date, held.answered_at
    FROM practices p
    JOIN practice_questions held ON held.practice_id = p.id AND held.option_id IS NOT NULL
    WHERE p.id > ${from} AND p.id <= ${to}
    ORDER BY held.answered_at, p.id, held.position
    ON CONFLICT DO NOTHING`.execute(tx);
}

/** Locks the row, so that two runs do not process the same step. */
export async function lockIntake(tx: Tx) {
  return tx
    .selectFrom('answer_intake')
    .select([
      'attempts_through as attemptsThrough',
      'attempts_until as attemptsUntil',
      'practices_through as practicesThrough',
      'practices_until as practicesUntil',
    ])
    .forUpdate()
    .executeTakeFirst();
}

export async function listAttemptIds(tx: Tx, after: number, until: number, limit: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('attempts')
    .select('id')
    .where('id', '>', after)
    .where('id', '<=', until)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

export async function saveIntake(tx: Tx, through: { attempts: number; practices: number }): Promise<void> {
  await tx
    .updateTable('answer_intake')
    .set({ attempts_through: through.attempts, practices_through: through.practices })
    .execute();
}

/** The students of these attempts, each with their own. */
export async function listStudentsOf(db: Db, attemptIds: readonly number[]) {
  const { rows } = await sql<{ userId: string; attemptIds: number[] }>`
    SELECT user_id AS "userId", array_agg(id ORDER BY id) AS "attemptIds" FROM attempts
    WHERE id = ANY(${attemptIds}::int[]) AND user_id IS NOT NULL
    GROUP BY user_id`.execute(db);
  return rows;
}

/** What the student chose at a question last, and the version that it was an option of. */
export async function findLastAnswer(db: Db | Tx, userId: string, questionId: number) {
  return db
    .selectFrom('answer_log')
    .innerJoin('options', 'options.id', 'answer_log.option_id')
    .select(['answer_log.option_id as optionId', 'options.question_version_id as versionId'])
    .where('answer_log.user_id', '=', userId)
    .where('answer_log.question_id', '=', questionId)
    .orderBy('answer_log.id', 'desc')
    .limit(1)
    .executeTakeFirst();
}
