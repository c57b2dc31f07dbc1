import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { queriesOf } from '#server/testing/queries.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { nothingGathered, readTogether } from './reads-together.ts';

const testApp = useTestApp();

const together = <T>(work: () => T) => readTogether(nothingGathered(), work);

/** A value of every type that travels in a shared statement, and of some that do not. */
const everyType = (n: number) =>
  sql`SELECT ${n}::int AS int, 2::int2 AS small, 9007199254740991::int8 AS big, true AS yes, 'it''s "quoted" \\ é' AS text,
    'x'::varchar AS short, '018f2b6e-7a00-7000-8000-000000000001'::uuid AS id, 0.1::float8 AS share,
    'NaN'::float8 AS nan, '-Infinity'::float8 AS least, '{"a":[1,null]}'::json AS json, '{"b":1.50}'::jsonb AS jsonb,
    ARRAY[1,NULL,3] AS ints, ARRAY['a','b,c'] AS texts, '2026-11-02T12:00:00.123456Z'::timestamptz AS at,
    'infinity'::timestamptz AS never, NULL::timestamptz AS none, NULL::int[] AS nothing
    -- A comment at the end.`.execute(testApp.deps.db);
const others = () =>
  sql`SELECT 1.50::numeric AS numeric, '2026-11-02'::date AS day, '\\x00ff'::bytea AS bytes, '1 day'::interval AS span`.execute(
    testApp.deps.db,
  );
const rows = (n: number) =>
  sql<{ n: number }>`SELECT n FROM generate_series(${n}::int, 1, -1) AS n ORDER BY n DESC`.execute(testApp.deps.db);

const openAll = () => together(() => Promise.all([everyType(1), everyType(2), rows(3), rows(0), others()]));

test('reads of one turn share a statement once their columns are known, and get the values that they get alone', async () => {
  const alone = await Promise.all([everyType(1), everyType(2), rows(3), rows(0), others()]);
  await openAll();
  let shared: Awaited<ReturnType<typeof openAll>> | undefined;
  const texts = await queriesOf(async () => {
    shared = await openAll();
  });
  expect(shared?.map((result) => result.rows)).toEqual(alone.map((result) => result.rows));
  // One for four of them; the other one has types that JSON does not carry.
  expect(texts).toHaveLength(2);
});

test('a failing read of a shared statement fails alone, and the others get their rows', async () => {
  const divided = (by: number) => sql<{ n: number }>`SELECT 6 / ${by}::int AS n`.execute(testApp.deps.db);
  await together(() => Promise.all([divided(1), rows(1)]));
  const results = await together(() => Promise.allSettled([divided(2), divided(0), rows(2)]));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(results.map((result) => (result.status === 'fulfilled' ? result.value.rows : null))).toEqual([
    [{ n: 3 }],
    null,
    [{ n: 2 }, { n: 1 }],
  ]);
});

test('a read that locks, writes or names a placeholder in a literal keeps its own statement', async () => {
  const { db } = testApp.deps;
  const locks = () => sql`SELECT name FROM maintenance_runs WHERE name = ${'x'} FOR SHARE`.execute(db);
  const writes = () =>
    sql`WITH gone AS (DELETE FROM maintenance_runs WHERE name = 'x' RETURNING 1) SELECT * FROM gone`.execute(db);
  const literal = () => sql<{ word: string }>`SELECT 'costs $1' AS word, ${1}::int AS n`.execute(db);
  const open = () => together(() => Promise.all([locks(), writes(), literal(), rows(1), rows(2)]));
  await open();
  const texts = await queriesOf(async () => {
    expect((await open())[2].rows).toEqual([{ word: 'costs $1', n: 1 }]);
  });
  expect(texts).toHaveLength(4);
});

test('a read with a plain time in its conditions keeps its own statement, and one behind a subquery does not', async () => {
  const { db } = testApp.deps;
  const at = new Date('2026-11-02T12:00:00.000Z');
  const plain = () => sql`SELECT name FROM maintenance_runs WHERE ran_at > ${at}`.execute(db);
  const behind = () => sql`SELECT name FROM maintenance_runs WHERE ran_at < (SELECT ${at}::timestamptz)`.execute(db);
  const open = () => together(() => Promise.all([plain(), behind(), rows(1), rows(2)]));
  await open();
  const texts = await queriesOf(async () => {
    await open();
  });
  expect(texts).toHaveLength(2);
});
