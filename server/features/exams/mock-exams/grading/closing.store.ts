import { sql } from 'kysely';
import { KEY_COOLDOWN_MS } from '#contract/limits.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import { isUnpaused, type Pausing } from '#server/db/unpaused.ts';
import { resultsAtOfAttempt } from '../windows/window-results.store.ts';

/** Advisory lock: shared by transactions that grade, exclusive for one that changes which answers are right. */
export const GRADING_LOCK = 820_450;

/**
 * Locks the attempts among `ids` that are still open; a concurrent second call finds none. `passHeld`: rows locked by
 * another transaction are skipped (SKIP LOCKED) instead of waited for.
 */
export async function lockOpenAttempts(tx: Tx, ids: readonly number[], { passHeld = false } = {}) {
  return tx
    .selectFrom('attempts')
    .select([
      'id',
      'started_at as startedAt',
      'deadline_at as deadlineAt',
      'is_direct as isDirect',
      'passing_score as passingScore',
      'told_time as toldTime',
      resultsAtOfAttempt.as('resultsAt'),
      'quiz_id as quizId',
      'paused_until as pausedUntil',
      // Null: the attempt has the times of everybody.
      sql<{ plainSeconds: number; breakSeconds: number } | null>`(
        SELECT jsonb_build_object('plainSeconds', plain_seconds, 'breakSeconds', break_seconds)
        FROM attempt_times WHERE attempt_times.attempt_id = attempts.id)`.as('times'),
      'submitted_at as submittedAt',
      sql<boolean>`notebook_until IS NOT NULL`.as('hasSheet'),
      // A subquery, because a join would lock the version as well.
      sql<unknown>`(SELECT rules FROM quiz_versions WHERE quiz_versions.id = attempts.quiz_version_id)`.as('rules'),
      // No annulment can happen between now and the end of this transaction.
      sql`pg_advisory_xact_lock_shared(${GRADING_LOCK})`.as('gate'),
    ])
    .where('id', '=', sql<number>`ANY(${ids})`)
    .where('closed_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .$if(passHeld, (query) => query.skipLocked())
    .execute();
}

/**
 * The bubbles of the answer cards become the answers, and the notebook answers are stored beside them. Runs once,
 * before grading.
 */
export async function applyAnswerCards(tx: Tx, attemptIds: readonly number[]): Promise<void> {
  if (attemptIds.length === 0) return;
  await sql`
    UPDATE attempt_questions SET notebook_option_id = option_id, option_id = sheet_option_id
    WHERE attempt_id = ANY(${attemptIds})`.execute(tx);
}

/** Marks the questions whose key the student had opened less than a day before the attempt began, or during it. */
export async function markSeenKeys(tx: Tx, attemptIds: readonly number[]): Promise<void> {
  await sql`
    UPDATE attempt_questions AS answer SET key_seen = true
    FROM attempts a JOIN key_openings opened ON opened.user_id = a.user_id
    WHERE a.id = ANY(${attemptIds}) AND a.closed_at IS NULL AND NOT a.is_direct AND NOT a.is_preview
      AND opened.opened_at > a.started_at - make_interval(secs => ${KEY_COOLDOWN_MS / 1000})
      AND answer.attempt_id = a.id AND answer.question_id = opened.question_id`.execute(tx);
}

/** Every question of the attempts with the chosen and the right option. */
export async function listGradedQuestions(tx: Tx, attemptIds: readonly number[]) {
  return tx
    .selectFrom('attempt_questions')
    .innerJoin('options', (join) =>
      join
        .onRef('options.question_version_id', '=', 'attempt_questions.question_version_id')
        .on('options.is_correct', '=', true),
    )
    .innerJoin('questions', 'questions.id', 'attempt_questions.question_id')
    .select([
      'attempt_questions.attempt_id as attemptId',
      'attempt_questions.option_id as selectedOptionId',
      'options.id as rightOptionId',
      'questions.subject_id as subjectId',
      'attempt_questions.question_id as questionId',
      sql<boolean>`questions.status = 'annulled'`.as('isAnnulled'),
      'attempt_questions.key_seen as keySeen',
    ])
    .where('attempt_questions.attempt_id', '=', sql<number>`ANY(${attemptIds})`)
    .execute();
}

/** These questions are annulled as the attempts are graded. */
export async function markAnnulled(
  tx: Tx,
  annulled: readonly { attemptId: number; questionId: number }[],
): Promise<void> {
  if (annulled.length === 0) return;
  await sql`
    UPDATE attempt_questions SET counted_annulled = true
    FROM unnest(${annulled.map(({ attemptId }) => attemptId)}::int[], ${annulled.map(({ questionId }) => questionId)}::int[])
         AS graded (attempt_id, question_id)
    WHERE attempt_questions.attempt_id = graded.attempt_id AND attempt_questions.question_id = graded.question_id`.execute(
    tx,
  );
}

export type Closing = {
  id: number;
  closedAt: Date;
  closedBy: 'student' | 'deadline' | 'direct';
  correctAnswers: number;
  score: number;
  passed: boolean;
  keyKnown: boolean;
  timeSpent: number;
};

export async function writeResults(tx: Tx, closings: readonly Closing[]): Promise<void> {
  const column = <K extends keyof Closing>(key: K) => closings.map((closing) => closing[key]);
  await sql`
    UPDATE attempts
    SET closed_at = result.closed_at, closed_by = result.closed_by, correct_answers = result.correct_answers,
        score = result.score, passed = result.passed, key_known = result.key_known, time_spent = result.time_spent
    FROM unnest(${column('id')}::int[], ${column('closedAt')}::timestamptz[], ${column('closedBy')}::text[],
                ${column('correctAnswers')}::int[], ${column('score')}::smallint[], ${column('passed')}::boolean[],
                ${column('keyKnown')}::boolean[], ${column('timeSpent')}::int[])
         AS result (id, closed_at, closed_by, correct_answers, score, passed, key_known, time_spent)
    WHERE attempts.id = result.id`.execute(tx);
}

/** Whether the student of `own` has another attempt open that shares a question with it, or a copy of one. */
const sharesWithOpen = sql<boolean>`EXISTS (
  SELECT FROM attempts open
  JOIN attempt_questions theirs ON theirs.attempt_id = open.id
  JOIN questions their ON their.id = theirs.question_id
  JOIN attempt_questions ours ON ours.attempt_id = own.id
  JOIN questions our ON our.id = ours.question_id
  WHERE open.user_id = own.user_id AND open.closed_at IS NULL
    AND (our.id = their.id OR our.fingerprint = their.fingerprint))`;

/** Withheld attempts that no longer share a question with an open one. */
export async function listReleasable(
  db: Db,
  { pausing, limit }: { pausing: Pausing; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT own.id FROM attempts own
    WHERE own.held_back AND ${isUnpaused(pausing, sql`own.id`)} AND NOT ${sharesWithOpen}
    ORDER BY own.id LIMIT ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Passes are withheld while their student has another open attempt that shares a question, or a copy of one. Updates
 * the attempts just closed and the withheld ones of the same students. Returns those that are free now.
 */
export async function refreshWithheld(tx: Tx, closed: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number; heldBack: boolean }>`
    WITH renewed AS (
      SELECT own.id, ${sharesWithOpen} AS held_back
      FROM (SELECT id, user_id FROM attempts
            WHERE id = ANY(${closed}) AND passed AND NOT is_direct AND NOT is_preview
              OR held_back AND user_id IN (SELECT user_id FROM attempts WHERE id = ANY(${closed}))) AS own
    )
    UPDATE attempts SET held_back = renewed.held_back FROM renewed
    WHERE attempts.id = renewed.id AND attempts.held_back <> renewed.held_back
    RETURNING attempts.id, attempts.held_back AS "heldBack"`.execute(tx);
  return rows.filter(({ heldBack }) => !heldBack).map(({ id }) => id);
}

/** Handed in: takes no answers any more, and waits for the results of its window. */
export async function submitAttempts(tx: Tx, ends: readonly { id: number; at: Date }[]): Promise<void> {
  await sql`
    UPDATE attempts SET submitted_at = ended.at
    FROM unnest(${ends.map(({ id }) => id)}::int[], ${ends.map(({ at }) => at)}::timestamptz[]) AS ended (id, at)
    WHERE attempts.id = ended.id AND submitted_at IS NULL`.execute(tx);
}

/**
 * Handed in, or overdue. An attempt with extra time that was handed in early has its deadline after the results of its
 * window.
 */
const takesNoAnswers = (before: Date) =>
  sql<boolean>`(attempts.deadline_at < ${before} OR attempts.submitted_at < ${before})`;

/** No attempt of a window is graded before its results are due. */
const isDue = (before: Date) => sql<boolean>`(attempts.results_at IS NULL OR ${resultsAtOfAttempt} < ${before})`;

export async function listOverdueAttempts(
  db: Db,
  { before, pausing, limit }: { before: Date; pausing: Pausing; limit: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('attempts')
    .select('id')
    .where('closed_at', 'is', null)
    .where(takesNoAnswers(before))
    .where(isDue(before))
    .where(isUnpaused(pausing, sql.ref('id')))
    .orderBy('deadline_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** A student's overdue attempts, as a query that can be batched with other reads. */
export const dueAttempts = (userId: string, before: Date) => sql<{ id: number }>`
  SELECT id FROM attempts
  WHERE user_id = ${userId} AND closed_at IS NULL
    AND (deadline_at < (SELECT ${before}::timestamptz) OR submitted_at < (SELECT ${before}::timestamptz))
    AND (results_at IS NULL OR ${resultsAtOfAttempt} < (SELECT ${before}::timestamptz))`;

/**
 * A student's open attempts that are due: overdue ones, and direct ones of any age. One statement for every caller: the
 * calls of a document share its answer.
 */
export async function listDueAttempts(db: Db, userId: string, before: Date) {
  return db
    .selectFrom('attempts')
    .select(['id', 'quiz_id as quizId', 'is_direct as isDirect', takesNoAnswers(before).as('isOverdue')])
    .where('user_id', '=', userId)
    .where('closed_at', 'is', null)
    .where(isDue(before))
    .where((where) => where.or([takesNoAnswers(before), where('is_direct', '=', true)]))
    .execute();
}
