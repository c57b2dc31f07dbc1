import type { Tx } from '#server/db/handle.ts';
import { findLatestPersonalDeadline, lockResults, writeResultsAt } from './window-results.store.ts';

/**
 * The results of a window wait for the last attempt with extra time, and no longer: they are due at their plain time,
 * or when the last such attempt is handed in or its deadline has passed. Called after every change of such a deadline,
 * in its transaction. Attempts are locked before the window, everywhere.
 */
export async function settleResults(tx: Tx, quizId: number): Promise<void> {
  const window = await lockResults(tx, quizId);
  if (!window) return;
  const plain = window.plainResultsAt ?? window.resultsAt;
  const latest = await findLatestPersonalDeadline(tx, quizId);
  const isLater = latest !== null && latest.getTime() > plain.getTime();
  await writeResultsAt(tx, quizId, { resultsAt: isLater ? latest : plain, plainResultsAt: isLater ? plain : null });
}
