import { sql } from 'kysely';
import type { Tx } from '#server/db/handle.ts';

/**
 * When the results of an attempt are due; null outside of windows. The window decides: an attempt with extra time puts
 * off the results of all.
 */
export const resultsAtOfAttempt = sql<Date | null>`CASE WHEN attempts.results_at IS NOT NULL THEN coalesce(
  (SELECT w.results_at FROM quiz_windows w WHERE w.quiz_id = attempts.quiz_id), attempts.results_at) END`;

/** The times of the results of a window that has not ended, locked until the transaction ends. */
export async function lockResults(tx: Tx, quizId: number) {
  return tx
    .selectFrom('quiz_windows')
    .select(['results_at as resultsAt', 'plain_results_at as plainResultsAt'])
    .where('quiz_id', '=', quizId)
    .where('ended_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
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
