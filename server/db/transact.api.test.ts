import { expect, it } from 'vitest';
import { useTestApp } from '#server/testing/test-app.ts';
import { readSnapshot, transact } from './transact.ts';

const test = useTestApp();

const counts = async (db: typeof test.deps.db) => (await db.selectFrom('subjects').select('id').execute()).length;
const subject = (name: string) => ({ name, name_key: name, created_at: test.clock.now() });

it('registered work runs in order, once others can see the rows', async () => {
  const seen: (string | Promise<number>)[] = [];
  const result = await transact(test.deps, async (tx, after) => {
    after(() => seen.push('first'));
    await tx.insertInto('subjects').values(subject('a')).execute();
    after(() => seen.push(counts(test.deps.db)));
    return 'done';
  });
  expect(result).toBe('done');
  expect(await Promise.all(seen)).toEqual(['first', 1]);
});

it('registered work does not run when the transaction fails', async () => {
  const seen: string[] = [];
  const failing = transact(test.deps, async (tx, after) => {
    after(() => seen.push('never'));
    await tx.insertInto('subjects').values(subject('b')).execute();
    throw new Error('refused');
  });
  await expect(failing).rejects.toThrow('refused');
  expect(seen).toEqual([]);
  expect(await counts(test.deps.db)).toBe(1);
});

it('all registered work runs even if one piece fails, and its error is thrown', async () => {
  const seen: string[] = [];
  const failing = transact(test.deps, async (_tx, after) => {
    after(() => {
      throw new Error('broken cache');
    });
    after(() => seen.push('second'));
  });
  await expect(failing).rejects.toMatchObject({ errors: [expect.objectContaining({ message: 'broken cache' })] });
  expect(seen).toEqual(['second']);
});

it('a snapshot does not see later commits, and cannot write', async () => {
  const before = await readSnapshot(test.deps, async (tx) => {
    const first = await counts(tx);
    await transact(test.deps, (other) => other.insertInto('subjects').values(subject('c')).execute());
    return [first, await counts(tx)];
  });
  expect(before).toEqual([1, 1]);
  const writing = readSnapshot(test.deps, (tx) => tx.insertInto('subjects').values(subject('d')).execute());
  await expect(writing).rejects.toThrow('read-only');
});
