import { expect, it, vi } from 'vitest';
import { HOUR_MS } from '#contract/time.ts';
import { silentDepsAt } from '#server/silent-deps.ts';
import { countRows } from '#server/testing/factories.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { claimStored, releaseStored, storeUnclaimed } from './file-records.ts';
import { FILES_JOB } from './sweep.ts';
import { FilesUnavailable } from './unavailable.ts';

const test = useTestApp();

const file = (key: string) => ({ key, content: Buffer.from(key) });
const store = (...keys: string[]) => storeUnclaimed(test.deps, keys.map(file));
const claim = (keys: string[]) => test.deps.db.transaction().execute((tx) => claimStored(tx, keys));
const isStored = async (key: string) => {
  const found = await test.deps.files.read(key);
  found?.stream.destroy();
  return found !== null;
};
const written = () => countRows(test.deps.db, 'unclaimed_files');
async function sweep() {
  await test.deps.jobs.send(test.deps.db, FILES_JOB, {});
  await test.deps.jobs.drain();
}

it('the sweep keeps claimed files, and removes files left by a crash after an hour', async () => {
  const kept = await store('a/kept');
  await claim(kept.keys);
  await store('a/lost', 'a/lost-too');
  await sweep();
  expect([await isStored('a/lost'), await written()]).toEqual([true, 2]);
  test.clock.advance(HOUR_MS);
  await sweep();
  expect([await isStored('a/kept'), await isStored('a/lost'), await isStored('a/lost-too')]).toEqual([
    true,
    false,
    false,
  ]);
  expect(await written()).toBe(0);
});

it('the sweep keeps a file of a history that is being made, although its time has long passed', async () => {
  const past = new Date(test.clock.now().getTime() - 60 * 24 * HOUR_MS);
  const { keys } = await storeUnclaimed(silentDepsAt(test.deps, past), [file('h/proof')]);
  await sweep();
  await claim(keys);
  expect(await isStored('h/proof')).toBe(true);
});

it('an upload fails in total when the sweep came first', async () => {
  const slow = await store('b/one', 'b/two');
  test.clock.advance(HOUR_MS);
  await sweep();
  await expect(claim(slow.keys)).rejects.toThrow('The sweep was faster than the upload.');
});

it('all files of an upload are removed when one could not be stored', async () => {
  const { put } = test.deps.files;
  const full = vi.spyOn(test.deps.files, 'put').mockImplementation(async (key, content) => {
    if (key === 'c/two') throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    await put(key, content);
  });
  await expect(store('c/one', 'c/two')).rejects.toThrow(FilesUnavailable);
  full.mockRestore();
  expect([await isStored('c/one'), await written()]).toEqual([false, 0]);
});

it('files that cannot be removed now are left to the sweep', async () => {
  const stored = await store('d/one');
  const away = vi.spyOn(test.deps.files, 'remove').mockRejectedValue(new Error('away'));
  await stored.discard();
  away.mockRestore();
  expect([await isStored('d/one'), await written()]).toEqual([true, 1]);
  test.clock.advance(HOUR_MS);
  await sweep();
  expect([await isStored('d/one'), await written()]).toEqual([false, 0]);
});

it('files released by their row are removed, and none of a failed transaction', async () => {
  const { keys } = await store('e/one');
  await claim(keys);
  const failed = test.deps.db.transaction().execute(async (tx) => {
    await releaseStored(tx, keys, new Date(0));
    throw new Error('not today');
  });
  await expect(failed).rejects.toThrow('not today');
  await sweep();
  expect(await isStored('e/one')).toBe(true);
  await test.deps.db.transaction().execute((tx) => releaseStored(tx, keys, new Date(0)));
  await test.deps.db.transaction().execute((tx) => releaseStored(tx, [], new Date(0)));
  await sweep();
  expect([await isStored('e/one'), await written()]).toEqual([false, 0]);
});
