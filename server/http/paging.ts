import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from './errors.ts';

type Scalar = string | number;

/** One value of a position: how it is written into a cursor, and which values are accepted back. */
type CursorField<T> = { write(value: T): Scalar; read(value: unknown): T | undefined };

/** Row ids are PostgreSQL integers: a larger, smaller or fractional one belongs to no row. */
const ROW_ID_MAX = 2_147_483_647;

const isWhole = (value: unknown, least: number): value is number =>
  Number.isInteger(value) && (value as number) >= least && (value as number) <= ROW_ID_MAX;

/** True for the canonical text of a time in the years 1 to 9999; PostgreSQL accepts all of them. */
const isMoment = (value: unknown): value is string => {
  // A year beyond 9999 is written with a sign, which sorts before every digit.
  if (typeof value !== 'string' || value < '0001') return false;
  const moment = new Date(value);
  return !Number.isNaN(moment.getTime()) && moment.toISOString() === value;
};

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const rowId: CursorField<number> = {
  write: (id) => id,
  read: (value) => (isWhole(value, 1) ? value : undefined),
};

/** The number of rows before: for ranked lists, which have no sort value to continue from. */
export const offset: CursorField<number> = {
  write: (count) => count,
  read: (value) => (isWhole(value, 0) ? value : undefined),
};

export const flag: CursorField<boolean> = {
  write: Number,
  read: (value) => (value === 0 || value === 1 ? value === 1 : undefined),
};

export const instant: CursorField<Date> = {
  write: (moment) => moment.toISOString(),
  read: (value) => (isMoment(value) ? new Date(value) : undefined),
};

/** A calendar day, 2026-11-15. */
export const day: CursorField<string> = {
  write: (value) => value,
  read: (value) => (typeof value === 'string' && isMoment(`${value}T00:00:00.000Z`) ? value : undefined),
};

export const uuid: CursorField<string> = {
  write: (value) => value,
  read: (value) => (typeof value === 'string' && UUID.test(value) ? value : undefined),
};

/** Where a page of a list ends: the sort values of its last row. Opaque to clients. */
export type Cursor<Position> = {
  read(text: string | undefined): Position | null;
  write(position: Position): string;
  /** Where the page that a query asks for begins. Throws at once where its cursor is forged. */
  from(query: { limit: number; cursor?: string | undefined }): PageStart<Position>;
};

type PageStart<Position> = { cursor: Cursor<Position>; limit: number; after: Position | null };

/**
 * The only reader and writer of cursors. Clients send them back, so each value is checked for type and range: a forged
 * cursor is bad input and never reaches the database.
 */
export function cursorOf<Position>(parts: { [Name in keyof Position]: CursorField<Position[Name]> }): Cursor<Position> {
  const named = Object.entries(parts) as [keyof Position, CursorField<unknown>][];
  const cursor: Cursor<Position> = {
    write: (position) =>
      Buffer.from(JSON.stringify(named.map(([name, part]) => part.write(position[name])))).toString('base64url'),
    read(text) {
      if (text === undefined) return null;
      const values = parsed(text);
      if (!Array.isArray(values) || values.length !== named.length) throw invalidCursor();
      const entries = named.map(([name, part], index) => {
        const value = part.read(values[index]);
        if (value === undefined) throw invalidCursor();
        return [name, value];
      });
      return Object.fromEntries(entries) as Position;
    },
    from: (query) => ({ cursor, limit: query.limit, after: cursor.read(query.cursor) }),
  };
  return cursor;
}

/** The order of most lists. */
export const byCreation = cursorOf({ createdAt: instant, id: rowId });

function parsed(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    throw invalidCursor();
  }
}

const invalidCursor = () =>
  new AppError('bad_request', 'Confira os dados enviados.', { fields: { cursor: 'Cursor inválido.' } });

export type Page<Row> = { rows: Row[]; total: number; next: string | null };

/** What a store reads of a page: rows behind `after`, one more than the page has. */
type PagePart<Position> = { limit: number; after: Position | null };

type PageRead<Row, Position, Shown> = {
  /** Reads at most `limit` rows. The one more shows whether there is a next page. */
  rows: (part: PagePart<Position>) => Promise<Row[]>;
  total: Promise<number>;
  /** What leaves of a row; left out where all of it does. */
  present?: (row: Row) => Shown;
};

/** Where the rows have the sort values under other names than the cursor. */
type Positioned<Row, Position> = { positionOf: (last: Row) => Position };

export function readPage<Position, Row, Shown = Row>(
  from: PageStart<Position>,
  read: PageRead<Row, Position, Shown> & Positioned<Row, Position>,
): Promise<Page<Shown>>;
export function readPage<Position, Row extends Position, Shown = Row>(
  from: PageStart<Position>,
  read: PageRead<Row, Position, Shown>,
): Promise<Page<Shown>>;
export async function readPage<Position, Row, Shown>(
  { cursor, limit, after }: PageStart<Position>,
  read: PageRead<Row, Position, Shown> & Partial<Positioned<Row, Position>>,
): Promise<Page<Shown>> {
  const { present, positionOf = (last: Row) => last as unknown as Position } = read;
  const [found, total] = await Promise.all([read.rows({ limit: limit + 1, after }), read.total]);
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  const next = last === undefined ? null : cursor.write(positionOf(last));
  return { rows: present ? rows.map((row) => present(row)) : (rows as unknown[] as Shown[]), total, next };
}

/** Sends the next page's address and the total count as headers; the body is a plain array. */
export function sendPage<Row>(request: FastifyRequest, reply: FastifyReply, page: Page<Row>): Row[] {
  reply.header('X-Total-Count', String(page.total));
  if (page.next !== null) {
    const url = new URL(request.url, 'http://localhost');
    url.searchParams.set('cursor', page.next);
    reply.header('Link', `<${url.pathname}${url.search}>; rel="next"`);
  }
  return page.rows;
}
