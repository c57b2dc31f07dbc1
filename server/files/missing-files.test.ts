import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { diskFiles } from './files.ts';
import { missingFiles, noticeMissingFiles } from './missing-files.ts';

test('a stored file that is gone is counted and logged by its key, and one that is there is not', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'alvorada-missing-'));
  const said: unknown[] = [];
  const before = missingFiles.count;
  try {
    const files = noticeMissingFiles(diskFiles(directory), { error: (...line: unknown[]) => void said.push(line) });
    await files.put('proofs/a', Buffer.from('x'));
    const stored = await files.read('proofs/a');
    // Read to its end: a stream that is still opening its file would miss the folder that the test removes.
    expect(stored && (await text(stored.stream))).toBe('x');
    expect([missingFiles.count - before, said]).toEqual([0, []]);
    expect(await files.read('proofs/b')).toBeNull();
    expect(missingFiles.count - before).toBe(1);
    expect(said).toEqual([[{ fileKey: 'proofs/b' }, 'a stored file is missing']]);
  } finally {
    rmSync(directory, { recursive: true });
  }
});
