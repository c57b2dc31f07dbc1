import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { useTestApp } from '../testing/test-app.ts';
import { together } from './together.ts';

const test = useTestApp();
const one = (value: number) => sql<{ value: number }>`SELECT ${value}::int AS value`;

it('reads travel on one connection and keep their order and their answers', async () => {
  const { db } = test.deps;
  const backend = sql<{ pid: number }>`SELECT pg_backend_pid() AS pid, ${1}::int`;
  const answers = await together(db, (reader) =>
    Promise.all([
      backend.execute(reader),
      ...Array.from({ length: 20 }, (_, index) => one(index).execute(reader)),
      backend.execute(reader),
    ]),
  );
  const rows = answers.map((answer) => answer.rows[0]);
  expect(rows.slice(1, -1)).toEqual(Array.from({ length: 20 }, (_, value) => ({ value })));
  expect(rows[0]).toEqual(rows.at(-1));
});

it('a read that fails spoils neither the others nor the connection', async () => {
  const { db } = test.deps;
  const kept: number[] = [];
  const failing = together(db, async (reader) => {
    const slow = sql<{ value: number }>`SELECT 7 AS value FROM pg_sleep(${0.05})`.execute(reader);
    void slow.then(({ rows }) => kept.push(rows[0]?.value ?? 0));
    await Promise.all([sql`SELECT 1 / ${0}::int`.execute(reader), slow]);
  });
  await expect(failing).rejects.toThrow('division by zero');
  expect(kept).toEqual([7]);
  for (let round = 0; round < 30; round += 1) {
    const [first, second] = await Promise.all([
      together(db, (reader) => one(round).execute(reader)),
      one(round + 1).execute(db),
    ]);
    expect([first.rows[0]?.value, second.rows[0]?.value]).toEqual([round, round + 1]);
  }
});

it('a kept plan that a migration has outdated costs one answer, not the connection', async () => {
  const { db } = test.deps;
  await sql`CREATE TABLE changing (id int, note text)`.execute(db);
  await sql`INSERT INTO changing VALUES (1, 'before')`.execute(db);
  const read = () => sql`SELECT * FROM changing WHERE id = ${1}`.execute(db);
  for (let round = 0; round < 8; round += 1) await read();
  await sql`ALTER TABLE changing ADD COLUMN more int`.execute(db);
  await expect(read()).rejects.toMatchObject({ code: '0A000' });
  expect((await read()).rows).toEqual([{ id: 1, note: 'before', more: null }]);
});
