import { expect, it, vi } from 'vitest';
import { createPerson } from '#server/testing/factories.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { builtOnce } from './built-once.ts';
import type { Db, Tx } from './handle.ts';

const test = useTestApp();

it('a statement is built once, and returns the rows for the values of each call', async () => {
  const { db } = test.deps;
  const now = test.clock.now();
  const [ana, bia] = [await createPerson(db, { now }), await createPerson(db, { now })];
  const build = vi.fn((on: Db | Tx, id: string, before: Date) =>
    on
      .selectFrom('users')
      .select(['id', 'email'])
      .where('id', '=', id)
      .where('role', '=', 'student')
      .where('created_at', '<=', before),
  );
  const find = builtOnce(build);
  expect(await find(db, ana.id, now)).toEqual([{ id: ana.id, email: ana.email }]);
  expect(await find(db, bia.id, now)).toEqual([{ id: bia.id, email: bia.email }]);
  expect(await find(db, bia.id, new Date(0))).toEqual([]);
  expect(await db.transaction().execute((tx) => find(tx, ana.id, now))).toHaveLength(1);
  expect(build).toHaveBeenCalledTimes(1);
});
