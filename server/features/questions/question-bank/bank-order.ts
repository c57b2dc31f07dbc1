import { QUESTION_LABEL_MAX } from '#contract/limits.ts';
import type { BankSort } from '#contract/questions/question-bank.ts';
import { type Cursor, cursorOf, instant, offset, rowId } from '#server/http/paging.ts';
import type { BankRow, BehindRow } from './bank.store.ts';

const label = {
  write: (value: string) => value,
  read: (value: unknown) =>
    typeof value === 'string' && value.length <= QUESTION_LABEL_MAX && value.isWellFormed() && !value.includes('\0')
      ? value
      : undefined,
};
const none = { write: () => 0, read: (value: unknown) => (value === 0 ? null : undefined) };

/** The cursors of the table, one for each sort order. */
export const bankCursors: Readonly<Record<BankSort, Cursor<BehindRow>>> = {
  id: cursorOf({ id: rowId, value: none }) as Cursor<BehindRow>,
  updated: cursorOf({ id: rowId, value: instant }) as Cursor<BehindRow>,
  topic: cursorOf({ id: rowId, value: label }) as Cursor<BehindRow>,
  source: cursorOf({ id: rowId, value: label }) as Cursor<BehindRow>,
  year: cursorOf({ id: rowId, value: offset }) as Cursor<BehindRow>,
  difficulty: cursorOf({ id: rowId, value: offset }) as Cursor<BehindRow>,
};

const ranks = { easy: 1, medium: 2, hard: 3 } as const;

/** The value that a row is sorted by; must match `sortValues` of the store. */
export function sortValueOf(row: BankRow, sort: BankSort): BehindRow['value'] {
  switch (sort) {
    case 'id':
      return null;
    case 'updated':
      return row.updatedAt;
    case 'topic':
      return row.topic;
    case 'source':
      return row.source;
    case 'year':
      return row.year ?? 0;
    case 'difficulty':
      return row.difficulty ? ranks[row.difficulty] : 0;
  }
}
