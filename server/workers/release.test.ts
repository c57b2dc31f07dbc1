import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startedRelease } from './release.ts';

test('workers stay with the release of the start until a roll takes the one that the link names, and can go back', () => {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'alvorada-link-')));
  const link = (release: string) => symlinkSync(release, join(directory, 'current'));
  const mainOf = (release: string) => join(directory, release, 'main.ts');
  try {
    for (const release of ['1', '2']) {
      mkdirSync(join(directory, release));
      writeFileSync(mainOf(release), '');
    }
    link('1');
    const release = startedRelease(mainOf('current'));
    unlinkSync(join(directory, 'current'));
    link('2');
    expect(release.main()).toBe(mainOf('1'));
    const back = release.takeInstalled();
    expect(release.main()).toBe(mainOf('2'));
    back();
    expect(release.main()).toBe(mainOf('1'));
  } finally {
    rmSync(directory, { recursive: true });
  }
});
