import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from './errors.ts';

/** Where a page of a list ends: the sort values of its last row. */
export type Position = readonly (string | number | null)[];

export const encodeCursor = (position: Position) => Buffer.from(JSON.stringify(position)).toString('base64url');

/** A cursor is opaque to clients; one that we did not write is bad input. */
export function decodeCursor(cursor: string | undefined, length: number): Position | null {
  if (cursor === undefined) return null;
  try {
    const position: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    if (Array.isArray(position) && position.length === length && position.every(isScalar)) return position;
  } catch {
    // Falls through: what does not parse is no cursor.
  }
  throw invalidCursor();
}

const invalidCursor = () =>
  new AppError('bad_request', 'Confira os dados enviados.', { fields: { cursor: 'Cursor inválido.' } });

/** The parts of a position, each held to its type: a forged cursor must not reach the database. */
export function instantAt(position: Position, index: number): Date {
  const instant = new Date(String(position[index]));
  const year = instant.getUTCFullYear();
  if (!(year >= 1 && year <= 9999)) throw invalidCursor();
  return instant;
}

/** A calendar day, 2026-11-15. */
export function dayAt(position: Position, index: number): string {
  const value = String(position[index]);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value) || value < '0001' || Number.isNaN(Date.parse(value))) throw invalidCursor();
  return value;
}

export function uuidAt(position: Position, index: number): string {
  const value = String(position[index]);
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)) throw invalidCursor();
  return value;
}

export function idAt(position: Position, index: number): number {
  const value = position[index];
  if (typeof value !== 'number' || !Number.isInteger(value) || Math.abs(value) > 2_147_483_647) throw invalidCursor();
  return value;
}

const isScalar = (value: unknown) =>
  value === null || (typeof value === 'string' && !value.includes('\0')) || typeof value === 'number';

/** Names the next page and the whole count in the headers; the body stays a plain array. */
export function describePage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: { total: number; next: Position | null },
) {
  reply.header('X-Total-Count', String(page.total));
  if (!page.next) return;
  const url = new URL(request.url, 'http://localhost');
  url.searchParams.set('cursor', encodeCursor(page.next));
  reply.header('Link', `<${url.pathname}${url.search}>; rel="next"`);
}
