import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { useTestApp } from '../testing/test-app.ts';

const test = useTestApp();

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
