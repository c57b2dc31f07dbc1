import { join } from 'node:path';
import { expect, test } from 'vitest';
import { forkWorker } from './fork.ts';

test('a worker that the system cannot start is reported as ended, so that it is tried again', async () => {
  const { execPath } = process;
  // As while `npm ci` replaces the packages, Node among them.
  process.execPath = '/there/is/no/node';
  try {
    const child = forkWorker(join(import.meta.dirname, '../main.ts'), {}, 0);
    await expect(child.ready).rejects.toThrow(/could not be started: .*ENOENT/);
    await child.ended;
    await child.stop();
    expect(child.pid).toBeUndefined();
  } finally {
    process.execPath = execPath;
  }
});
