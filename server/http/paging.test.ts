import type { FastifyReply, FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { decodeCursor, describePage, encodeCursor, idAt, instantAt, uuidAt } from './paging.ts';

const refused = expect.objectContaining({ code: 'bad_request', fields: { cursor: 'Cursor inválido.' } });

/** What the call throws, or what it gives back. */
function outcome(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

test('a cursor brings back the position it was made of', () => {
  const position = ['2026-11-15T12:00:00.000Z', 7, null];
  expect(decodeCursor(encodeCursor(position), 3)).toEqual(position);
  expect(decodeCursor(undefined, 3)).toBeNull();
});

test.each([
  ['empty', ''],
  ['no JSON', 'x'],
  ['an object', Buffer.from('{}').toString('base64url')],
  ['of another length', encodeCursor(['a'])],
  ['nested', Buffer.from('[[1],2]').toString('base64url')],
  ['with a NUL', encodeCursor(['a\0', 1])],
])('one that is %s is refused', (_, cursor) => {
  expect(outcome(() => decodeCursor(cursor, 2))).toEqual(refused);
});

test('the parts of a position are held to their types', () => {
  const uuid = '0198b7a5-0000-7000-8000-000000000000';
  expect(instantAt(['2026-11-15T12:00:00.000Z'], 0)).toEqual(new Date('2026-11-15T12:00:00.000Z'));
  expect(uuidAt([uuid], 0)).toBe(uuid);
  expect(idAt([7], 0)).toBe(7);
  for (const value of ['x', null, 1e300, '+020000-01-01T00:00:00.000Z']) {
    expect(outcome(() => instantAt([value], 0))).toEqual(refused);
    expect(outcome(() => uuidAt([value], 0))).toEqual(refused);
    expect(outcome(() => idAt([value], 0))).toEqual(refused);
  }
  for (const value of [1.5, 2 ** 31, '7']) expect(outcome(() => idAt([value], 0))).toEqual(refused);
});

test('the next page keeps the filters, and the last page names none', () => {
  const headers: Record<string, string> = {};
  const reply = { header: (name: string, value: string) => Object.assign(headers, { [name]: value }) };
  const request = { url: '/api/admin/users?limit=2&search=ana%20b&cursor=old' };
  const page = (next: number[] | null) =>
    describePage(request as FastifyRequest, reply as unknown as FastifyReply, { total: 5, next });
  page(null);
  expect(headers).toEqual({ 'X-Total-Count': '5' });
  page([1, 2]);
  expect(headers.Link).toBe(`</api/admin/users?limit=2&search=ana+b&cursor=${encodeCursor([1, 2])}>; rel="next"`);
});
