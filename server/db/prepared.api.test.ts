import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { useTestApp } from '#server/testing/test-app.ts';
import { prepared } from './prepared.ts';

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
