import { sql } from 'kysely';
import type { School } from '../school.ts';

type Entry = {
  quizId: number;
  attemptId: number;
  sortKey: number[];
  isHidden: boolean;
  isEliminated: boolean;
  position: number | null;
  people: number;
};

/** Whether the first list is before the second in a ranking: the greater list, compared from the left. */
function isBefore(one: readonly number[], other: readonly number[]): boolean {
  const at = one.findIndex((value, place) => value !== other[place]);
  return at >= 0 && (one[at] ?? 0) > (other[at] ?? 0);
}

/**
 * LAW: a ranking that is up to date has the first attempt of each student in the window once, and each position is one
 * more than the number of people before it.
 */
export async function rankingLaw({ reader }: School): Promise<string[]> {
  const { rows } = await sql<Entry>`
    SELECT e.quiz_id AS "quizId", e.attempt_id AS "attemptId", e.sort_key AS "sortKey", e.is_hidden AS "isHidden",
      e.is_eliminated AS "isEliminated", e.position, r.people
    FROM ranking_entries e JOIN quiz_rankings r USING (quiz_id)
    WHERE e.subject_id = 0 AND r.stale IS NULL AND NOT EXISTS (SELECT FROM ranking_runs x WHERE x.quiz_id = e.quiz_id)
    ORDER BY e.quiz_id, e.attempt_id`.execute(reader);
  const { rows: taken } = await sql<{ quizId: number; attemptIds: number[] }>`
    SELECT quiz_id AS "quizId", array_agg(id ORDER BY id) AS "attemptIds" FROM (
      SELECT DISTINCT ON (a.quiz_id, a.user_id) a.quiz_id, a.id FROM attempts a
      WHERE a.results_at IS NOT NULL AND a.closed_at IS NOT NULL AND NOT a.is_preview AND NOT a.is_direct
        AND a.typed_by IS NULL AND a.user_id IS NOT NULL
      ORDER BY a.quiz_id, a.user_id, a.id) AS first
    GROUP BY quiz_id`.execute(reader);
  const expected = new Map(taken.map(({ quizId, attemptIds }) => [quizId, attemptIds.join()]));
  const found: string[] = [];
  for (const [quizId, entries] of Map.groupBy(rows, (row) => row.quizId)) {
    const listed = entries.map(({ attemptId }) => attemptId).join();
    if (listed !== expected.get(quizId)) {
      found.push(`the ranking of quiz ${quizId} lists the attempts ${listed}, taken were ${expected.get(quizId)}`);
    }
    const placed = entries.filter(({ isHidden, isEliminated }) => !isHidden && !isEliminated);
    for (const { attemptId, position, sortKey } of placed) {
      const before = placed.filter((other) => isBefore(other.sortKey, sortKey)).length;
      if (position !== before + 1) {
        found.push(`attempt ${attemptId} of quiz ${quizId} has position ${position}, and ${before} are before it`);
      }
    }
  }
  return found;
}
