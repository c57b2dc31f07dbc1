import { sql } from 'kysely';
import type { LateStart } from '#contract/exams/quiz-windows.ts';
import type { Tx } from '#server/db/handle.ts';

/**
 * When the results of an attempt are due; null outside of windows. The window decides: an attempt with extra time puts
 * off the results of all.
 */
export const resultsAtOfAttempt = sql<Date | null>`CASE WHEN attempts.results_at IS NOT NULL THEN coalesce(
  (SELECT w.results_at FROM quiz_windows w WHERE w.quiz_id = attempts.quiz_id), attempts.results_at) END`;

type LockedWindow = { closesAt: Date; lateStart: LateStart; timeLimit: number | null; conduct: unknown };

/** A window that has not ended, with the limit of the version that is taken, locked until the transaction ends. */
export async function lockResults(tx: Tx, quizId: number): Promise<LockedWindow | undefined> {
  const { rows } = await sql<LockedWindow>`
    SELECT w.closes_at AS "closesAt", w.late_start AS "lateStart", v.time_limit AS "timeLimit", v.conduct
    FROM quiz_windows w JOIN quizzes q ON q.id = w.quiz_id
    LEFT JOIN quiz_versions v ON v.id = coalesce(q.published_version_id, (
      SELECT max(a.quiz_version_id) FROM attempts a WHERE a.quiz_id = w.quiz_id AND a.results_at IS NOT NULL))
    WHERE w.quiz_id = ${quizId} AND w.ended_at IS NULL FOR UPDATE OF w`.execute(tx);
  return rows[0];
}

/** The last deadline among the attempts with a right that still take answers; null: there is none. */
export async function findLatestPersonalDeadline(tx: Tx, quizId: number): Promise<Date | null> {
  const { rows } = await sql<{ latest: Date | null }>`
    SELECT max(a.deadline_at) AS latest FROM attempts a JOIN attempt_times t ON t.attempt_id = a.id
    WHERE a.quiz_id = ${quizId} AND a.results_at IS NOT NULL AND a.closed_at IS NULL AND a.submitted_at IS NULL`.execute(
    tx,
  );
  return rows[0]?.latest ?? null;
}

export async function writeResultsAt(
  tx: Tx,
  quizId: number,
  { resultsAt, plainResultsAt }: { resultsAt: Date; plainResultsAt: Date | null },
): Promise<void> {
  await tx
    .updateTable('quiz_windows')
    .set({ results_at: resultsAt, plain_results_at: plainResultsAt })
    .where('quiz_id', '=', quizId)
    .execute();
}
