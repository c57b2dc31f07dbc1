import { sql } from 'kysely';
import type { AnswerChange } from '../../../contract/quiz-attempts.ts';
import type { Db, Tx } from '../../db/connect.ts';

export type SaveOutcome = {
  closedAt: Date | null;
  closedBy: string | null;
  deadlineAt: Date;
  isDirect: boolean;
  questionId: number;
  /** The question is one of the attempt's, and the option one of the question's. */
  fits: boolean;
  saved: boolean;
  /** What stood before this call. */
  optionId: number | null;
  flagged: boolean;
  seq: number;
};

/**
 * Saves changes of an open attempt in one statement: it is the hottest write of the product. The attempt's row is
 * held, so that an answer lies either wholly before the attempt is graded or is refused. One change that does not fit
 * keeps all of them out. No rows: the attempt is not there or not this student's.
 */
export async function saveAnswerRows(
  db: Db | Tx,
  call: { attemptId: number; userId: string; now: Date; overdueBefore: Date; changes: readonly AnswerChange[] },
): Promise<SaveOutcome[]> {
  const { changes } = call;
  const { rows } = await sql<SaveOutcome>`
    WITH held AS MATERIALIZED (
      SELECT id, closed_at, closed_by, deadline_at, is_direct FROM attempts
      WHERE id = ${call.attemptId} AND user_id = ${call.userId}
      FOR NO KEY UPDATE
    ), change AS MATERIALIZED (
      SELECT given.*, standing.option_id AS standing_option, standing.flagged AS standing_flag,
             standing.seq AS standing_seq,
             standing.attempt_id IS NOT NULL AND (given.option_id IS NULL OR EXISTS (
               SELECT FROM options
               WHERE options.id = given.option_id AND options.question_version_id = standing.question_version_id
             )) AS fits
      FROM unnest(${changes.map(({ questionId }) => questionId)}::int[], ${changes.map(({ optionId }) => optionId)}::int[],
                  ${changes.map(({ flagged }) => flagged)}::boolean[], ${changes.map(({ seq }) => seq)}::int[])
           AS given (question_id, option_id, flagged, seq)
      LEFT JOIN attempt_questions AS standing
        ON standing.attempt_id = ${call.attemptId} AND standing.question_id = given.question_id
    ), saved AS (
      UPDATE attempt_questions AS target
      SET option_id = change.option_id, flagged = change.flagged, seq = change.seq,
          answered_at = CASE WHEN target.option_id IS DISTINCT FROM change.option_id
                             THEN ${call.now} ELSE target.answered_at END
      FROM held, change
      WHERE held.closed_at IS NULL AND NOT held.is_direct AND held.deadline_at >= ${call.overdueBefore}
        AND target.attempt_id = held.id AND target.question_id = change.question_id AND target.seq < change.seq
        AND NOT EXISTS (SELECT FROM change WHERE NOT fits)
      RETURNING target.question_id
    )
    SELECT held.closed_at AS "closedAt", held.closed_by AS "closedBy", held.deadline_at AS "deadlineAt",
           held.is_direct AS "isDirect", change.question_id AS "questionId", change.fits,
           saved.question_id IS NOT NULL AS saved, change.standing_option AS "optionId",
           change.standing_flag AS flagged, change.standing_seq AS seq
    FROM held CROSS JOIN change LEFT JOIN saved ON saved.question_id = change.question_id`.execute(db);
  return rows;
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
export async function findAnswerPlace(tx: Tx, attemptId: number, questionId: number, optionId: number) {
  return tx
    .selectFrom('attempt_questions')
    .innerJoin('options', 'options.question_version_id', 'attempt_questions.question_version_id')
    .select('attempt_questions.option_id as standingOptionId')
    .where('attempt_questions.attempt_id', '=', attemptId)
    .where('attempt_questions.question_id', '=', questionId)
    .where('options.id', '=', optionId)
    .executeTakeFirst();
}
