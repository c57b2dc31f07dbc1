import { AppError } from '../../http/errors.ts';
import { decodeCursor, type Position } from '../../http/paging.ts';

/** Where a list by time goes on. */
export type ListPosition = { at: Date; id: number };

/** The cursor of a list by time and id; one that we did not write is bad input. */
export function listPosition(cursor: string | undefined): ListPosition | null {
  const position = decodeCursor(cursor, 2);
  if (!position) return null;
  const [time, id] = position;
  const at = new Date(String(time));
  if (!/^\d{4}-/.test(String(time)) || Number.isNaN(at.getTime()) || !isRowId(id)) throw badCursor();
  return { at, id };
}

/** The cursor of a list by id alone. */
export function idPosition(cursor: string | undefined): number | null {
  const position = decodeCursor(cursor, 1);
  if (!position) return null;
  const [id] = position;
  if (!isRowId(id)) throw badCursor();
  return id;
}

/** One page out of the rows that were read with one more than asked for. */
export function pageOf<Row>(rows: readonly Row[], limit: number, total: number, positionOf: (row: Row) => Position) {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { rows: page, total, next: rows.length > limit && last ? positionOf(last) : null };
}

const isRowId = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value < 2 ** 31;

const badCursor = () =>
  new AppError('bad_request', 'Confira os dados enviados.', { fields: { cursor: 'Cursor inválido.' } });
