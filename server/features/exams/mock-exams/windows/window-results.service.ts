import type { Tx } from '#server/db/handle.ts';
import { totalMinutes } from '../taking/conduct.ts';
import { findLatestPersonalDeadline, lockResults, writeResultsAt } from './window-results.store.ts';
import { resultsAtOf } from './window-rules.ts';

/**
 * The results of a window wait for the last attempt with extra time, and no longer: they are due at their plain time,
 * or when the last such attempt is handed in or its deadline has passed. Called after every change of such a deadline,
 * in its transaction. Attempts are locked before the window, everywhere.
 */
export async function settleResults(tx: Tx, quizId: number): Promise<void> {
  const window = await lockResults(tx, quizId);
  if (!window) return;
  // Computed, not read: an older server that moves a window does not know the stored time.
  const plain = resultsAtOf(window.closesAt, window.lateStart, totalMinutes(window));
  const latest = await findLatestPersonalDeadline(tx, quizId);
  const isLater = latest !== null && latest.getTime() > plain.getTime();
  await writeResultsAt(tx, quizId, { resultsAt: isLater ? latest : plain, plainResultsAt: isLater ? plain : null });
}
