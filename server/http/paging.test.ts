import type { FastifyReply, FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import {
  byCreation,
  cursorOf,
  day,
  flag,
  instant,
  offset,
  type Page,
  readPage,
  rowId,
  sendPage,
  uuid,
} from './paging.ts';

const refused = expect.objectContaining({
  code: 'bad_request',
  message: 'Confira os dados enviados.',
  fields: { cursor: 'Cursor inválido.' },
});
const UUID = '0198b7a5-0000-7000-8000-000000000000';
const opaque = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The error that the call throws, or its result. */
function outcome(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

test('a cursor decodes to the position it was made of', () => {
  const every = cursorOf({ at: instant, on: day, by: uuid, isOpen: flag, isShut: flag, before: offset, id: rowId });
  const position = {
    at: new Date('2026-11-15T12:00:00.123Z'),
    on: '2026-11-15',
    by: UUID,
    isOpen: true,
    isShut: false,
    before: 0,
    id: 2_147_483_647,
  };
  expect(every.read(every.write(position))).toEqual(position);
  expect(every.read(undefined)).toBeNull();
  const last = { createdAt: position.at, id: 7 };
  expect(byCreation.read(byCreation.write(last))).toEqual(last);
});

test.each([
  ['empty', ''],
  ['no JSON', 'x'],
  ['an object', opaque({})],
  ['of another length', opaque([1])],
  ['longer', opaque([1, 1, 1])],
  ['nested', opaque([[1], 2])],
])('a cursor that is %s is refused', (_, cursor) => {
  expect(outcome(() => cursorOf({ a: rowId, b: rowId }).read(cursor))).toEqual(refused);
});

test.each([
  ['rowId', rowId, [0, -1, 1.5, 2 ** 31, 1e300, '7', null, true]],
  ['offset', offset, [-1, 1.5, 2 ** 31, 1e300, '7', null, true]],
  ['flag', flag, [2, -1, '1', true, null]],
  ['uuid', uuid, ['x', 7, null, [UUID], `a${UUID}`, `${UUID}a`, '0198b7a5-0000-7000-8000-00000000000\0']],
  ['day', day, ['2026-02-30', '0000-01-01', '2026-11-15T12:00:00.000Z', '+020000-01-01', 7, null, ['2026-11-15']]],
  [
    'instant',
    instant,
    [
      '2026-11-15',
      '2026-11-15T99:00:00.000Z',
      ' 2026-11-15T12:00:00.000Z',
      '-000001-01-01T00:00:00.000Z',
      '+020000-01-01T00:00:00.000Z',
      '0000-01-01T00:00:00.000Z',
      1,
      null,
    ],
  ],
])('the part %s is held to its type and range', (_, part, hostile) => {
  for (const value of hostile) {
    expect([value, outcome(() => cursorOf({ part }).read(opaque([value])))]).toEqual([value, refused]);
  }
});

const cursor = cursorOf({ id: rowId });
const pageOf = (stored: number[], limit: number) =>
  readPage(cursor.from({ limit }), {
    rows: async (part) => stored.slice(0, part.limit).map((id) => ({ id })),
    total: Promise.resolve(stored.length),
  });

test('a page names the next one only when there is one', async () => {
  expect(await pageOf([5, 4, 3], 2)).toEqual({ rows: [{ id: 5 }, { id: 4 }], total: 3, next: cursor.write({ id: 4 }) });
  expect(await pageOf([5, 4, 3, 2], 3)).toMatchObject({ next: cursor.write({ id: 3 }) });
  expect(await pageOf([5, 4], 2)).toEqual({ rows: [{ id: 5 }, { id: 4 }], total: 2, next: null });
  expect(await pageOf([], 2)).toEqual({ rows: [], total: 0, next: null });
});

test('pages read one after the other hold every row once, as it is presented', async () => {
  const stored = [9, 8, 6, 5, 2];
  const shown: number[] = [];
  let next: string | null = null;
  for (const ended of [false, false, true]) {
    const page: Page<number> = await readPage(cursor.from({ limit: 2, cursor: next ?? undefined }), {
      rows: async ({ limit, after }) =>
        stored
          .filter((one) => after === null || one < after.id)
          .slice(0, limit)
          .map((number) => ({ number })),
      total: Promise.resolve(stored.length),
      positionOf: ({ number }) => ({ id: number }),
      present: ({ number }) => number * 10,
    });
    shown.push(...page.rows);
    next = page.next;
    expect(next === null).toBe(ended);
  }
  expect(shown).toEqual([90, 80, 60, 50, 20]);
});

test('a page does not begin behind a forged cursor', () => {
  expect(outcome(() => cursor.from({ limit: 2, cursor: opaque([0]) }))).toEqual(refused);
});

test('the next page keeps the filters, and the last page names none', () => {
  const headers: Record<string, string> = {};
  const reply = { header: (name: string, value: string) => Object.assign(headers, { [name]: value }) };
  const request = { url: '/api/admin/users?limit=2&search=ana%20b&cursor=old' };
  const send = (next: string | null) =>
    sendPage(request as FastifyRequest, reply as unknown as FastifyReply, { rows: [7], total: 5, next });
  expect(send(null)).toEqual([7]);
  expect(headers).toEqual({ 'X-Total-Count': '5' });
  send('abc');
  expect(headers.Link).toBe('</api/admin/users?limit=2&search=ana+b&cursor=abc>; rel="next"');
});
