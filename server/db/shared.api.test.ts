import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useTestApp } from '#server/testing/test-app.ts';
import type { Db, Tx } from './handle.ts';
import { openShared } from './shared.ts';
import { transact } from './transact.ts';

const t = useTestApp();

let loads = 0;
const countTopics = async (): Promise<number> => {
  const shared = await openShared(t.deps.db);
  return shared.get('syllabi', 'test', async () => {
    loads += 1;
    const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM topics`.execute(t.deps.db);
    return rows[0]?.count ?? 0;
  });
};

const addTopic = (db: Db | Tx, name: string) =>
  sql`INSERT INTO topics (subject_id, name, name_key)
      SELECT id, ${name}, ${name} FROM subjects ORDER BY id LIMIT 1`.execute(db);

test('a shared value is read once, until its kind changes', async () => {
  await sql`INSERT INTO subjects (name, name_key, created_at) VALUES ('Direito', 'direito', ${t.clock.now()})`.execute(
    t.deps.db,
  );
  await addTopic(t.deps.db, 'um');
  const before = await countTopics();
  const read = loads;
  await Promise.all([countTopics(), countTopics(), countTopics()]);
  expect(loads).toBe(read);

  await addTopic(t.deps.db, 'dois');
  expect(await countTopics()).toBe(before + 1);
  await sql`DELETE FROM topics WHERE name = 'dois'`.execute(t.deps.db);
  expect(await countTopics()).toBe(before);
});

test('uncommitted changes are not seen, and late commits are not missed', async () => {
  const before = await countTopics();
  let late = () => {};
  const written = Promise.withResolvers<void>();
  const mayEnd = new Promise<void>((resolve) => {
    late = resolve;
  });
  const slow = transact(t.deps, async (tx) => {
    await addTopic(tx, 'devagar');
    // A transaction sees its own change.
    const own = await (await openShared(tx)).get('syllabi', 'test', async () => before + 1);
    expect(own).toBe(before + 1);
    written.resolve();
    await mayEnd;
  });
  await written.promise;
  expect(await countTopics()).toBe(before);
  // A later transaction commits first: the value read now includes it, and the earlier change must still be noticed.
  await addTopic(t.deps.db, 'depressa');
  expect(await countTopics()).toBe(before + 1);
  late();
  await slow;
  expect(await countTopics()).toBe(before + 2);
});

test('a failed load is not cached', async () => {
  const shared = await openShared(t.deps.db);
  const broken = shared.get('syllabi', 'broken', async () => Promise.reject(new Error('away')));
  await expect(broken).rejects.toThrow('away');
  expect(await (await openShared(t.deps.db)).get('syllabi', 'broken', async () => 7)).toBe(7);
});
