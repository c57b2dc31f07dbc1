import type { AnswerChange } from '#contract/exams/quiz-attempts.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import { prepared } from '#server/db/prepared.ts';

export type SaveOutcome = {
  closedAt: Date | null;
  closedBy: string | null;
  deadlineAt: Date;
  isDirect: boolean;
  submittedAt: Date | null;
  resultsAt: Date | null;
  notebookUntil: Date | null;
  /** Another device has it. */
  isElsewhere: boolean;
  /** Its clock is stopped for a break. */
  isPaused: boolean;
  questionId: number;
  /** The question is one of the attempt's, and the option one of the question's. */
  fits: boolean;
  saved: boolean;
  /** The stored state before this call. */
  optionId: number | null;
  flagged: boolean;
  doubted: boolean;
  leftBlank: boolean;
  seq: number;
};

export type SaveCall = { attemptId: number; userId: string; now: Date; overdueBefore: Date; device: string };

export type OneAnswer = { call: SaveCall; change: AnswerChange };

/** $5 to $10 of the statements, in their order. */
const changeColumns = (changes: readonly AnswerChange[]) => [
  changes.map(({ questionId }) => questionId),
  changes.map(({ optionId }) => optionId),
  changes.map(({ flagged }) => flagged),
  changes.map(({ seq }) => seq),
  changes.map(({ doubted }) => doubted),
  changes.map(({ leftBlank }) => leftBlank),
];

/** Where an answer goes: into the notebook, or onto the answer card, which opens when the notebook closes. */
export type AnswerPlace = 'notebook' | 'card';

/** The rule 'this attempt takes answers now', for all statements that save answers. */
const takesAnswers = (on: AnswerPlace, given: { now: string; overdueBefore: string; device: string }) => `
  attempts.closed_at IS NULL AND attempts.submitted_at IS NULL AND NOT attempts.is_direct
  AND attempts.deadline_at >= ${given.overdueBefore}
  AND (attempts.device IS NULL OR attempts.device = ${given.device})
  AND (attempts.paused_until IS NULL OR attempts.paused_until <= ${given.now})
  AND ${
    on === 'card'
      ? `coalesce(attempts.notebook_until <= ${given.now}, false)`
      : `(attempts.notebook_until IS NULL OR attempts.notebook_until >= ${given.overdueBefore})`
  }`;

/**
 * Lists with one entry for every answer: $1 attempts, $2 students, $3 now, $4 over before, $5 questions, $6 options,
 * $7 flags, $8 sequence numbers, $9 doubts, $10 left blank, $11 devices.
 */
const saveManyStatement = prepared<{ at: number }>(`
  UPDATE attempt_questions AS target
  SET option_id = held.option_id, flagged = held.flagged, seq = held.seq, doubted = held.doubted,
      left_blank = held.left_blank AND held.option_id IS NULL,
      answered_at = CASE WHEN target.option_id IS DISTINCT FROM held.option_id
                         THEN held.now ELSE target.answered_at END
  FROM (
    SELECT given.* FROM unnest($1::int[], $2::uuid[], $3::timestamptz[], $4::timestamptz[], $5::int[], $6::int[],
                               $7::boolean[], $8::int[], $9::boolean[], $10::boolean[], $11::uuid[])
      WITH ORDINALITY AS given (attempt_id, user_id, now, overdue_before, question_id, option_id,
                                flagged, seq, doubted, left_blank, device, at)
    JOIN attempts ON attempts.id = given.attempt_id AND attempts.user_id = given.user_id
    WHERE ${takesAnswers('notebook', { now: 'given.now', overdueBefore: 'given.overdue_before', device: 'given.device' })}
    FOR NO KEY UPDATE OF attempts SKIP LOCKED
  ) AS held
  WHERE target.attempt_id = held.attempt_id AND target.question_id = held.question_id AND target.seq < held.seq
    AND (held.option_id IS NULL OR EXISTS (
      SELECT FROM options WHERE options.id = held.option_id AND options.question_version_id = target.question_version_id
    ))
  RETURNING held.at::int AS at`);

/**
 * The hottest write of the product: answers of many students in one statement and one commit. Each attempt's row is
 * locked, so an answer is either saved before grading or refused. Attempts locked by another transaction are skipped,
 * so that no answer waits for another student's finish. Returns for each answer whether it was saved; `saveAnswerRows`
 * waits for the lock and reports the reason. Each question of an attempt may occur only once.
 */
export async function saveManyAnswerRows(db: Db, answers: readonly OneAnswer[]): Promise<boolean[]> {
  const calls = answers.map(({ call }) => call);
  const changes = answers.map(({ change }) => change);
  const saved = answers.map(() => false);
  const rows = await saveManyStatement(db, [
    calls.map(({ attemptId }) => attemptId),
    calls.map(({ userId }) => userId),
    // The driver writes a Date in the zone of the machine, sign by sign.
    calls.map(({ now }) => now.toISOString()),
    calls.map((call) => call.overdueBefore.toISOString()),
    ...changeColumns(changes),
    calls.map(({ device }) => device),
  ]);
  for (const { at } of rows) saved[at - 1] = true;
  return saved;
}

/** $1 attempt, $2 student, $3 now, $4 over before, $5 questions, $6 options, $7 flags, $8 sequence numbers, $9 doubts, $10 left blank, $11 device. */
const saveSql = (on: AnswerPlace, option: string, seq: string, rest: string) => `
  WITH held AS MATERIALIZED (
    SELECT id, closed_at, closed_by, deadline_at, is_direct, submitted_at, results_at, notebook_until,
           coalesce(paused_until > $3::timestamptz, false) AS is_paused,
           coalesce(device <> $11::uuid, false) AS is_elsewhere,
           ${takesAnswers(on, { now: '$3::timestamptz', overdueBefore: '$4::timestamptz', device: '$11::uuid' })} AS takes
    FROM attempts
    WHERE id = $1::int AND user_id = $2::uuid
    FOR NO KEY UPDATE
  ), change AS MATERIALIZED (
    SELECT given.*, standing.${option} AS standing_option, standing.flagged AS standing_flag,
           standing.doubted AS standing_doubt, standing.left_blank AS standing_blank,
           standing.${seq} AS standing_seq,
           standing.attempt_id IS NOT NULL AND (given.option_id IS NULL OR EXISTS (
             SELECT FROM options
             WHERE options.id = given.option_id AND options.question_version_id = standing.question_version_id
           )) AS fits
    FROM unnest($5::int[], $6::int[], $7::boolean[], $8::int[], $9::boolean[], $10::boolean[])
         AS given (question_id, option_id, flagged, seq, doubted, left_blank)
    LEFT JOIN attempt_questions AS standing
      ON standing.attempt_id = $1::int AND standing.question_id = given.question_id
  ), saved AS (
    UPDATE attempt_questions AS target
    SET ${option} = change.option_id, ${seq} = change.seq${rest}
    FROM held, change
    WHERE held.takes AND target.attempt_id = held.id AND target.question_id = change.question_id
      AND target.${seq} < change.seq AND NOT EXISTS (SELECT FROM change WHERE NOT fits)
    RETURNING target.question_id
  )
  SELECT held.closed_at AS "closedAt", held.closed_by AS "closedBy", held.deadline_at AS "deadlineAt",
         held.is_direct AS "isDirect", held.submitted_at AS "submittedAt", held.results_at AS "resultsAt",
         held.notebook_until AS "notebookUntil", held.is_elsewhere AS "isElsewhere",
         held.is_paused AS "isPaused", change.question_id AS "questionId", change.fits,
         saved.question_id IS NOT NULL AS saved, change.standing_option AS "optionId",
         change.standing_flag AS flagged, change.standing_doubt AS doubted, change.standing_blank AS "leftBlank",
         change.standing_seq AS seq
  FROM held CROSS JOIN change LEFT JOIN saved ON saved.question_id = change.question_id`;

const saveStatements = {
  notebook: prepared<SaveOutcome>(
    saveSql(
      'notebook',
      'option_id',
      'seq',
      `, flagged = change.flagged, doubted = change.doubted,
        left_blank = change.left_blank AND change.option_id IS NULL,
        answered_at = CASE WHEN target.option_id IS DISTINCT FROM change.option_id
                           THEN $3::timestamptz ELSE target.answered_at END`,
    ),
  ),
  card: prepared<SaveOutcome>(saveSql('card', 'sheet_option_id', 'sheet_seq', '')),
};

/**
 * Saves any number of changes in one statement, under the same lock, and returns the outcome of each. One invalid
 * change rejects all of them. No rows: the attempt does not exist or belongs to another student.
 */
export async function saveAnswerRows(
  db: Db | Tx,
  call: SaveCall,
  changes: readonly AnswerChange[],
  on: AnswerPlace,
): Promise<SaveOutcome[]> {
  return saveStatements[on](db, [
    call.attemptId,
    call.userId,
    call.now,
    call.overdueBefore,
    ...changeColumns(changes),
    call.device,
  ]);
}

/** The first answer to a question of a direct attempt; false when there is one already. */
export async function insertDirectAnswer(
  tx: Tx,
  answer: { attemptId: number; questionId: number; optionId: number; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('attempt_questions')
    .set({ option_id: answer.optionId, answered_at: answer.now, seq: 1 })
    .where('attempt_id', '=', answer.attemptId)
    .where('question_id', '=', answer.questionId)
    .where('option_id', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Whether an option belongs to a question of the attempt, and what was answered there so far. */
export async function findAnswerSlot(tx: Tx, attemptId: number, questionId: number, optionId: number) {
  return tx
    .selectFrom('attempt_questions')
    .innerJoin('options', 'options.question_version_id', 'attempt_questions.question_version_id')
    .select('attempt_questions.option_id as standingOptionId')
    .where('attempt_questions.attempt_id', '=', attemptId)
    .where('attempt_questions.question_id', '=', questionId)
    .where('options.id', '=', optionId)
    .executeTakeFirst();
}
