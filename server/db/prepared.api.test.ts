import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useTestApp } from '#server/testing/test-app.ts';
import { connect } from './connect.ts';
import { prepared } from './prepared.ts';
import { nothingGathered, readTogether } from './reads-together.ts';

const test = useTestApp();

it('a prepared plan that a migration has outdated fails one query, and the next one succeeds', async () => {
  const { db } = test.deps;
  await sql`CREATE TABLE changing (id int, note text)`.execute(db);
  await sql`INSERT INTO changing VALUES (1, 'before')`.execute(db);
  // Marked, so that other frequent statements of this test process do not count.
  const statement = prepared('SELECT * FROM changing WHERE id = $1');
  const read = () => statement(db, [1]);
  for (let round = 0; round < 8; round += 1) await read();
  await sql`ALTER TABLE changing ADD COLUMN more int`.execute(db);
  await expect(read()).rejects.toMatchObject({ code: '0A000' });
  expect(await read()).toEqual([{ id: 1, note: 'before', more: null }]);
});

/** One connection, so that its setting and its plans are known. */
let own: ReturnType<typeof connect>;
beforeAll(() => {
  own = connect(test.connection, { warn: () => undefined }, 1);
});
afterAll(() => own.db.destroy());

const mode = async () => {
  const { rows } = await sql<{ mode: string }>`SELECT current_setting('plan_cache_mode') AS mode`.execute(own.db);
  return rows[0]?.mode;
};
const plansOf = async (text: string) => {
  const { rows } = await sql<{ generic: number; custom: number }>`
    SELECT generic_plans::int AS generic, custom_plans::int AS custom FROM pg_prepared_statements
    WHERE statement LIKE ${`%${text}%`} AND name LIKE 'alvorada_%' AND statement NOT LIKE '%pg_prepared%'`.execute(
    own.db,
  );
  return rows;
};
const inDocument = <T>(work: () => T) => readTogether(nothingGathered(), work);

it('a long read of a document is planned once for all values, and a short one for its values', async () => {
  const statement = (name: string, length: number) =>
    prepared<{ value: number }>(`SELECT $1::int AS value /* ${name} ${'-'.repeat(length)} */`);
  const [long, short] = [statement('long one', 7000), statement('short one', 10)];
  for (const value of [1, 2, 3]) {
    expect(await inDocument(() => long(own.db, [value]))).toEqual([{ value }]);
    expect(await inDocument(() => short(own.db, [value]))).toEqual([{ value }]);
  }
  expect(await plansOf('long one')).toEqual([{ generic: 3, custom: 0 }]);
  expect(await plansOf('short one')).toEqual([{ generic: 0, custom: 3 }]);
});

it('a connection that has read for a document plans the statements behind it for their values again', async () => {
  const long = prepared(`SELECT $1::int AS value /* before others ${'-'.repeat(7000)} */`);
  const modeInDocument = sql<{ mode: string }>`SELECT current_setting('plan_cache_mode') AS mode`;
  const [, during] = await inDocument(() => Promise.all([long(own.db, [1]), modeInDocument.execute(own.db)]));
  expect(during.rows).toEqual([{ mode: 'force_generic_plan' }]);
  expect(await mode()).toBe('auto');
  await inDocument(() => long(own.db, [2]));
  // Also where the transaction behind it is taken back.
  const failing = own.db.transaction().execute(async (tx) => {
    await sql`SELECT 1 / ${0}::int`.execute(tx);
  });
  await expect(failing).rejects.toThrow('division by zero');
  expect(await mode()).toBe('auto');
});
