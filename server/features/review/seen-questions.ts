import type { StateColumns } from './review.store.ts';
import type { Seen } from './today.ts';

/** What was answered, in the order of the questions: the database hands it out in none. */
export function seenOf(columns: StateColumns): Seen[] {
  const { ids, stability, difficulty, lastDays, lastRight } = columns;
  if (!ids || !stability || !difficulty || !lastDays || !lastRight) return [];
  const seen = Array.from(
    { length: ids.length / 4 },
    (_, at): Seen => ({
      questionId: ids.readInt32BE(4 * at),
      stability: stability.readDoubleBE(8 * at),
      difficulty: difficulty.readDoubleBE(8 * at),
      lastDay: lastDays.readInt32BE(4 * at),
      lastRight: lastRight[at] === 1,
    }),
  );
  return seen.sort((a, b) => a.questionId - b.questionId);
}
