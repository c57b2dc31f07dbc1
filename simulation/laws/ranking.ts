import { sql } from 'kysely';
import type { School } from '../school.ts';

type Entry = {
  quizId: number;
  attemptId: number;
  sortKey: number[];
  isHidden: boolean;
  isEliminated: boolean;
  position: number | null;
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
  const { rows: rankings } = await sql<{ quizId: number; people: number }>`
    SELECT quiz_id AS "quizId", people FROM quiz_rankings r
    WHERE stale IS NULL AND NOT EXISTS (SELECT FROM ranking_runs x WHERE x.quiz_id = r.quiz_id)
    ORDER BY quiz_id`.execute(reader);
  const { rows } = await sql<Entry>`
    SELECT quiz_id AS "quizId", attempt_id AS "attemptId", sort_key AS "sortKey", is_hidden AS "isHidden",
      is_eliminated AS "isEliminated", position
    FROM ranking_entries WHERE subject_id = 0 ORDER BY quiz_id, attempt_id`.execute(reader);
  const { rows: taken } = await sql<{ quizId: number; attemptIds: number[] }>`
    SELECT quiz_id AS "quizId", array_agg(id ORDER BY id) AS "attemptIds" FROM (
      SELECT DISTINCT ON (a.quiz_id, a.user_id) a.quiz_id, a.id FROM attempts a
      WHERE a.results_at IS NOT NULL AND a.closed_at IS NOT NULL AND NOT a.is_preview AND NOT a.is_direct
        AND a.typed_by IS NULL AND a.user_id IS NOT NULL
      ORDER BY a.quiz_id, a.user_id, a.id) AS first
    GROUP BY quiz_id`.execute(reader);
  const expected = new Map(taken.map(({ quizId, attemptIds }) => [quizId, attemptIds.join()]));
  const found: string[] = [];
  const listed = Map.groupBy(rows, (row) => row.quizId);
  for (const { quizId, people } of rankings) {
    const entries = listed.get(quizId) ?? [];
    const [shown, wanted] = [entries.map(({ attemptId }) => attemptId).join(), expected.get(quizId) ?? ''];
    if (shown !== wanted) found.push(`the ranking of quiz ${quizId} lists the attempts ${shown}, taken were ${wanted}`);
    const appearing = entries.filter(({ isHidden }) => !isHidden).length;
    if (people !== appearing)
      found.push(`the ranking of quiz ${quizId} says ${people} people, and ${appearing} appear`);
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
