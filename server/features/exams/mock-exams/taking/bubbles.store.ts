import type { CardBubble } from '#contract/exams/quiz-attempts.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import { prepared } from '#server/db/prepared.ts';
import type { SaveCall } from './answers.store.ts';

type BubbleOutcome = {
  closedAt: Date | null;
  closedBy: string | null;
  deadlineAt: Date;
  submittedAt: Date | null;
  resultsAt: Date | null;
  notebookUntil: Date | null;
  isElsewhere: boolean;
  isPaused: boolean;
  questionId: number;
  fits: boolean;
  saved: boolean;
  /** The stored state before this call. */
  optionId: number | null;
  seq: number;
};

/** $1 attempt, $2 student, $3 now, $4 over before, $5 questions, $6 options, $7 sequence numbers, $8 device. */
const saveStatement = prepared<BubbleOutcome>(`
  WITH held AS MATERIALIZED (
    SELECT id, closed_at, closed_by, deadline_at, submitted_at, results_at, notebook_until,
           coalesce(paused_until > $3::timestamptz, false) AS is_paused, device <> $8::uuid AS is_elsewhere
    FROM attempts WHERE id = $1::int AND user_id = $2::uuid AND NOT is_direct
    FOR NO KEY UPDATE
  ), change AS MATERIALIZED (
    SELECT given.*, standing.sheet_option_id AS standing_option, standing.sheet_seq AS standing_seq,
           standing.attempt_id IS NOT NULL AND (given.option_id IS NULL OR EXISTS (
             SELECT FROM options
             WHERE options.id = given.option_id AND options.question_version_id = standing.question_version_id
           )) AS fits
    FROM unnest($5::int[], $6::int[], $7::int[]) AS given (question_id, option_id, seq)
    LEFT JOIN attempt_questions AS standing
      ON standing.attempt_id = $1::int AND standing.question_id = given.question_id
  ), saved AS (
    UPDATE attempt_questions AS target
    SET sheet_option_id = change.option_id, sheet_seq = change.seq
    FROM held, change
    WHERE held.closed_at IS NULL AND held.submitted_at IS NULL AND held.deadline_at >= $4::timestamptz
      AND held.notebook_until <= $3::timestamptz AND held.is_elsewhere IS NOT TRUE AND NOT held.is_paused
      AND target.attempt_id = held.id AND target.question_id = change.question_id AND target.sheet_seq < change.seq
      AND NOT EXISTS (SELECT FROM change WHERE NOT fits)
    RETURNING target.question_id
  )
  SELECT held.closed_at AS "closedAt", held.closed_by AS "closedBy", held.deadline_at AS "deadlineAt",
         held.submitted_at AS "submittedAt", held.results_at AS "resultsAt", held.notebook_until AS "notebookUntil",
         coalesce(held.is_elsewhere, false) AS "isElsewhere", held.is_paused AS "isPaused", change.question_id AS "questionId", change.fits,
         saved.question_id IS NOT NULL AS saved, change.standing_option AS "optionId", change.standing_seq AS seq
  FROM held CROSS JOIN change LEFT JOIN saved ON saved.question_id = change.question_id`);

/** Saves bubbles of the answer card under the same lock as answers: each is saved before grading or refused. */
export async function saveBubbleRows(
  db: Db | Tx,
  call: SaveCall,
  marks: readonly CardBubble[],
): Promise<BubbleOutcome[]> {
  return saveStatement(db, [
    call.attemptId,
    call.userId,
    call.now,
    call.overdueBefore,
    marks.map(({ questionId }) => questionId),
    marks.map(({ optionId }) => optionId),
    marks.map(({ seq }) => seq),
    call.device,
  ]);
}

/** Locks the attempt until the transaction ends. */
export async function lockAttempt(tx: Tx, attemptId: number): Promise<void> {
  await tx.selectFrom('attempts').select('id').where('id', '=', attemptId).forUpdate().execute();
}

/** Closes the notebook now if it is open; the answer card gets its minutes, as far as the deadline allows. */
export async function closeNotebook(db: Db | Tx, attemptId: number, now: Date, latest: Date): Promise<void> {
  await db
    .updateTable('attempts')
    .set(({ fn, val }) => ({ notebook_until: now, deadline_at: fn<Date>('least', ['deadline_at', val(latest)]) }))
    .where('id', '=', attemptId)
    .where('closed_at', 'is', null)
    .where('submitted_at', 'is', null)
    .where('notebook_until', '>', now)
    .execute();
}
