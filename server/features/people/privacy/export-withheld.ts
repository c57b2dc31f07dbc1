import type { UnderWay } from '#server/features/exams/mock-exams/taking/being-taken.service.ts';

type Row = Record<string, unknown>;

/**
 * Filters the export of a student with an open attempt: data that would reveal the key of its questions is left out. A
 * later export includes it.
 */
export function withoutOpenKeys(
  tables: Record<string, Row[]>,
  { underWay, withheld }: { underWay: UnderWay; withheld: ReadonlyMap<number, unknown> },
): Record<string, Row[]> {
  if (underWay.size === 0) return tables;
  const isFree = (row: Row) => !underWay.has(Number(row.question_id));
  const isWithheld = (id: unknown) => withheld.has(Number(id));
  const closedPictures = new Set((tables.cards ?? []).filter((row) => !isFree(row)).map((row) => row.picture_id));
  return {
    ...tables,
    card_pictures: (tables.card_pictures ?? []).filter(({ id }) => !closedPictures.has(id)),
    attempts: (tables.attempts ?? []).map((row) => (isWithheld(row.id) ? { ...row, ...noResult } : row)),
    ...Object.fromEntries(telling.map((name) => [name, (tables[name] ?? []).filter(isFree)])),
    // Their sums include the questions that are left out.
    question_lists: (tables.question_lists ?? []).map((row) => ({ ...row, correct: null })),
    // One row with many questions, which says why each is asked: 'você errou ontem'.
    review_days: [],
  };
}

/** A row here says, or lets one count, whether a question was right; or what its author answered about it. */
const telling = [
  'practice_questions',
  'answer_log',
  'memory_states',
  'mistake_notes',
  'cards',
  'question_reports',
  'doubts',
  'question_list_items',
  'question_comments',
];

/** held_back is omitted as well: only a pass can be withheld, so it would reveal the result. */
const noResult = { correct_answers: null, score: null, passed: null, held_back: null, key_known: null };
