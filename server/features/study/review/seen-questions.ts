import type { Bytes, ExamColumns, StateColumns } from './review.store.ts';
import type { SeenCard, SeenQuestion } from './today.ts';

/** Decodes the answered questions and sorts them by id: the database returns them unordered. */
export const seenOf = (columns: StateColumns): SeenQuestion[] =>
  decoded(columns).map(({ id, ...state }) => ({ questionId: id, ...state }));

/** The same for the answered cards. */
export const seenCardsOf = (columns: StateColumns): SeenCard[] =>
  decoded(columns).map(({ id, answers: _, ...state }) => ({ cardId: id, ...state }));

const bytesOf = (value: Bytes | null): Buffer | null =>
  typeof value === 'string' ? Buffer.from(value.slice('\\x'.length), 'hex') : value;

/** The lower 20 bits hold the day and whether it was right; the number of answers is above them. */
const DAY_BITS = 0xfffff;

function decoded(columns: StateColumns) {
  const [last, stability, difficulty] = [columns.last, columns.stability, columns.difficulty].map(bytesOf);
  if (!last || !stability || !difficulty) return [];
  const seen = Array.from({ length: last.length / 8 }, (_, at) => {
    const answered = last.readInt32BE(8 * at + 4);
    return {
      id: last.readInt32BE(8 * at),
      stability: stability.readDoubleBE(8 * at),
      difficulty: difficulty.readDoubleBE(8 * at),
      lastDay: (answered & DAY_BITS) >> 1,
      lastRight: (answered & 1) === 1,
      answers: answered >> 20,
    };
  });
  return seen.sort((a, b) => a.id - b.id);
}

type ExamSeen = { questionId: number; stability: number; lastDay: number; topicId: number | null };

export function examSeenOf({ ids, stability, lastDays, topicIds }: ExamColumns): ExamSeen[] {
  if (!ids || !stability || !lastDays || !topicIds) return [];
  return Array.from({ length: ids.length / 4 }, (_, at) => ({
    questionId: ids.readInt32BE(4 * at),
    stability: stability.readDoubleBE(8 * at),
    lastDay: lastDays.readInt32BE(4 * at),
    topicId: topicIds.readInt32BE(4 * at) || null,
  }));
}
