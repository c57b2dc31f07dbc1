import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { queriesOf } from '#server/testing/queries.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { readAsOne } from './as-one.ts';
import { nothingGathered, readTogether } from './reads-together.ts';

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

describe('reads of one document', () => {
  const value = (n: number) => sql<{ value: number }>`SELECT ${n}::int AS value`;
  const together = <T>(work: () => T) => readTogether(nothingGathered(), work);

  it('share a statement when they are made in the same turn, and each gets the rows that it named', async () => {
    const { db } = test.deps;
    let rows: unknown;
    const sent = await queriesOf(async () => {
      rows = await together(() =>
        Promise.all([
          readAsOne(db, { one: value(1), same: value(2) }),
          readAsOne(db, { same: value(3) }),
          Promise.resolve().then(() => readAsOne(db, { other: value(4) })),
        ]),
      );
    });
    expect(sent).toHaveLength(1);
    expect(rows).toEqual([
      { one: [{ value: 1 }], same: [{ value: 2 }] },
      { same: [{ value: 3 }] },
      { other: [{ value: 4 }] },
    ]);
  });

  it('send a read that several calls make once, and each call may change its rows', async () => {
    const { db } = test.deps;
    let rows: { value: number }[][] = [];
    const sent = await queriesOf(async () => {
      const results = await together(() =>
        Promise.all([
          readAsOne(db, { student: value(1), own: value(2) }),
          readAsOne(db, { person: value(1), other: value(3) }),
        ]),
      );
      rows = [results[0].student, results[0].own, results[1].person, results[1].other];
    });
    expect(sent).toHaveLength(1);
    expect(sent[0]?.split('::int AS value').length).toBe(4);
    for (const [row] of rows) if (row) row.value += 10;
    expect(rows).toEqual([[{ value: 11 }], [{ value: 12 }], [{ value: 11 }], [{ value: 13 }]]);
  });

  it('are not shared where each execution has another answer', async () => {
    const { db } = test.deps;
    const draw = sql<{ id: string }>`SELECT gen_random_uuid() AS id`;
    const [first, second] = await together(() => Promise.all([readAsOne(db, { draw }), readAsOne(db, { draw })]));
    expect(first.draw).not.toEqual(second.draw);
  });

  it('keep a constant that looks like a parameter', async () => {
    const { db } = test.deps;
    const price = sql<{ price: string }>`SELECT '$1' AS price, ${2}::int AS value`;
    const results = await together(() => Promise.all([readAsOne(db, { one: value(1) }), readAsOne(db, { price })]));
    expect(results).toEqual([{ one: [{ value: 1 }] }, { price: [{ price: '$1', value: 2 }] }]);
  });

  it('are the same statement in whatever order the calls arrive', async () => {
    const { db } = test.deps;
    const texts = async (...names: string[]) =>
      queriesOf(() => together(() => Promise.all(names.map((name) => readAsOne(db, { [name]: value(1) })))));
    expect(await texts('plan', 'score', 'home')).toEqual(await texts('home', 'plan', 'score'));
  });

  it('fail alone: the error reaches its own call, and the others get their rows', async () => {
    const { db } = test.deps;
    const results = await together(() =>
      Promise.allSettled([
        readAsOne(db, { good: value(1) }),
        readAsOne(db, { bad: sql`SELECT 1 / ${0}::int` }),
        readAsOne(db, { fine: value(2) }),
      ]),
    );
    expect(results).toMatchObject([
      { status: 'fulfilled', value: { good: [{ value: 1 }] } },
      { status: 'rejected', reason: { message: 'division by zero' } },
      { status: 'fulfilled', value: { fine: [{ value: 2 }] } },
    ]);
  });

  it('inside a transaction are read in it, and see its rows', async () => {
    const { db } = test.deps;
    const seen = await together(() =>
      db.transaction().execute(async (tx) => {
        await sql`CREATE TEMPORARY TABLE only_here ON COMMIT DROP AS SELECT 5 AS value`.execute(tx);
        return readAsOne(tx, { own: sql<{ value: number }>`SELECT value FROM only_here` });
      }),
    );
    expect(seen.own).toEqual([{ value: 5 }]);
  });
});
