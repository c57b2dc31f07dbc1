import type { Deps } from '#server/deps.ts';
import { runEach } from '#server/jobs/each.ts';
import { listStale } from './ranking.store.ts';
import { rankingPieces } from './ranking-run.service.ts';

const STALE_AT_ONCE = 20;
/** Pieces of one ranking in a run of the scheduled job, so that a large ranking does not delay its other work. */
const PIECES_AT_ONCE = 50;

/**
 * Makes the ranking of a quiz if it is missing or stale, if students left or returned, or if a run was interrupted.
 * Idempotent.
 */
export async function rankQuiz(deps: Deps, quizId: number, most = Number.POSITIVE_INFINITY): Promise<void> {
  const doPiece = rankingPieces(deps, quizId);
  for (let piece = 0; piece < most; piece += 1) if (!(await doPiece())) return;
}

/** Rankings that deleted accounts, lost jobs or crashes left stale. Returns the count. */
export async function renewStaleRankings(deps: Deps, work: string): Promise<number> {
  const { done } = await runEach(deps, {
    work,
    limit: STALE_AT_ONCE,
    list: (pausing, limit) => listStale(deps.db, { pausing, limit }),
    idOf: (quizId) => quizId,
    run: (quizId) => rankQuiz(deps, quizId, PIECES_AT_ONCE),
  });
  return done;
}

export function defineRankingWork(deps: Deps): void {
  deps.jobs.define<{ quizId: number }>({ name: 'rank-quiz', run: ({ quizId }) => rankQuiz(deps, quizId) });
}
