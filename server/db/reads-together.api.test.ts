import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { queriesOf } from '#server/testing/queries.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { endGathering, nothingGathered, readAfresh, readTogether } from './reads-together.ts';

const testApp = useTestApp();

const pid = async () => {
  const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(testApp.deps.db);
  return rows[0]?.pid;
};
const together = <T>(work: () => T) => readTogether(nothingGathered(), work);

test('reads of one turn share one connection, and each gets its own rows', async () => {
  const { db } = testApp.deps;
  const value = (n: number) => sql<{ n: number }>`SELECT ${n}::int AS n`.execute(db);
  const [apart] = [new Set(await Promise.all([pid(), pid(), pid()]))];
  const answers = await together(() => Promise.all([pid(), value(1), pid(), value(2), value(3), pid()]));
  expect(apart.size).toBe(3);
  expect(new Set([answers[0], answers[2], answers[5]]).size).toBe(1);
  expect([answers[1], answers[3], answers[4]].map(({ rows }) => rows[0]?.n)).toEqual([1, 2, 3]);
});

test('a failing read fails alone, also with a prepared plan', async () => {
  const { db } = testApp.deps;
  const divided = (by: number) => sql<{ n: number }>`SELECT 6 / ${by}::int AS n`.execute(db);
  for (let times = 0; times < 8; times += 1) {
    const results = await together(() => Promise.allSettled([divided(1), divided(0), divided(3), divided(0)]));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected']);
  }
  // Its connections are usable again.
  expect((await Promise.all([1, 2, 3, 6].map(divided))).map(({ rows }) => rows[0]?.n)).toEqual([6, 3, 2, 1]);
});

test('a transaction has a separate connection, and reads outside of it do not see its uncommitted rows', async () => {
  const { db } = testApp.deps;
  const count = async () =>
    (await sql<{ count: number }>`SELECT count(*) AS count FROM maintenance_runs WHERE name = 'together'`.execute(db))
      .rows[0]?.count;
  const seen = await together(async () => {
    const beside: (number | undefined)[] = [];
    await db.transaction().execute(async (tx) => {
      await sql`INSERT INTO maintenance_runs (name, ran_at, result) VALUES ('together', now(), '{}')`.execute(tx);
      beside.push(...(await Promise.all([count(), count()])));
    });
    return [...beside, await count()];
  });
  expect(seen).toEqual([0, 0, 1]);
});

test('a connection that is lost midway rejects every pending read', async () => {
  const { db } = testApp.deps;
  const slow = () => sql`SELECT pg_sleep(20), 'together'`.execute(db);
  const waiting = together(() => Promise.allSettled([slow(), slow(), pid()]));
  await vi.waitFor(async () => {
    const ended = await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE query LIKE 'SELECT pg_sleep(20), ''together''%' AND datname = current_database()`.execute(db);
    expect(ended.rows).toHaveLength(1);
  });
  expect((await waiting).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(await together(pid)).toEqual(expect.any(Number));
});

test('a read that the document has made before is answered by it, until the document writes', async () => {
  const { db } = testApp.deps;
  const ran = async () =>
    (await sql<{ name: string }>`SELECT name FROM maintenance_runs WHERE name = ${'again'}`.execute(db)).rows;
  const insert = () =>
    sql`INSERT INTO maintenance_runs (name, ran_at, result) VALUES ('again', now(), '{}')
    ON CONFLICT (name) DO NOTHING`.execute(db);
  const remove = () =>
    sql`WITH gone AS (DELETE FROM maintenance_runs WHERE name = 'again' RETURNING 1)
    SELECT count(*) FROM gone`.execute(db);
  const counts = await queriesOf(() =>
    together(async () => {
      const [one, other] = await Promise.all([ran(), ran()]);
      expect([one, other, await ran()]).toEqual([[], [], []]);
      await insert();
      const [row] = await ran();
      expect(row).toEqual({ name: 'again' });
      if (row) row.name = 'changed by a caller';
      expect(await ran()).toEqual([{ name: 'again' }]);
      await remove();
      expect(await ran()).toEqual([]);
      await db.transaction().execute((tx) =>
        sql`INSERT INTO maintenance_runs (name, ran_at, result)
        VALUES ('again', now(), '{}')`.execute(tx),
      );
      expect(await ran()).toHaveLength(1);
    }),
  );
  expect(counts.filter((text) => text.startsWith('SELECT name FROM maintenance_runs'))).toHaveLength(4);
});

test('values that outlive a document are read again, and so is every value after the document has ended', async () => {
  const { db } = testApp.deps;
  const value = () => sql<{ n: number }>`SELECT ${7}::int AS n`.execute(db);
  const gathered = nothingGathered();
  const texts = await queriesOf(() =>
    readTogether(gathered, async () => {
      await value();
      await value();
      await readAfresh(value);
      endGathering(gathered);
      await value();
    }),
  );
  expect(texts).toHaveLength(3);
});

test('a read that fails is tried again by the next caller', async () => {
  const { db } = testApp.deps;
  const divided = () => sql<{ n: number }>`SELECT 6 / ${0}::int AS n`.execute(db);
  const texts = await queriesOf(() =>
    together(async () => {
      await expect(divided()).rejects.toThrow('division by zero');
      await expect(divided()).rejects.toThrow('division by zero');
    }),
  );
  expect(texts).toHaveLength(2);
});
