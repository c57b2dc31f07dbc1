import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { useTestApp } from '#server/testing/test-app.ts';
import { readAsOne } from './as-one.ts';

const test = useTestApp();

it('reads in one statement keep their own rows, their order and their parameters', async () => {
  const { db } = test.deps;
  const numbers = (from: number, to: number) =>
    sql<{ value: number }>`SELECT value FROM generate_series(${from}::int, ${to}::int) AS value ORDER BY value DESC`;
  const at = new Date('2026-11-15T12:00:00.250Z');
  const rows = await readAsOne(db, {
    first: numbers(1, 3),
    none: numbers(1, 0),
    second: numbers(7, 8),
    moments: sql<{ at: Date; never: Date | null; list: Date[] }>`
      SELECT ${at}::timestamptz AS at, NULL::timestamptz AS never, ARRAY[${at}::timestamptz] AS list`,
  });
  expect(rows.first.map(({ value }) => value)).toEqual([3, 2, 1]);
  expect(rows.none).toEqual([]);
  expect(rows.second.map(({ value }) => value)).toEqual([8, 7]);
  const [moment] = rows.moments;
  expect(new Date(moment?.at ?? '')).toEqual(at);
  expect(moment?.never).toBeNull();
  expect(moment?.list.map((text) => new Date(text))).toEqual([at]);
});

it('a failing read fails all reads of the statement', async () => {
  const { db } = test.deps;
  const good = sql<{ value: number }>`SELECT 1 AS value`;
  await expect(readAsOne(db, { good, bad: sql`SELECT 1 / ${0}::int` })).rejects.toThrow('division by zero');
  await expect(readAsOne(db, { good })).resolves.toEqual({ good: [{ value: 1 }] });
});
