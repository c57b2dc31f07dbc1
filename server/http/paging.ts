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
  throw new AppError('bad_request', 'Confira os dados enviados.', { fields: { cursor: 'Cursor inválido.' } });
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
