import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const sources = [
  'web/**/*',
  'contract/**/*',
  'docs/guides/*.md',
  'docs/pictures/*.webp',
  'vite.config.ts',
  'scripts/build*.ts',
  'package-lock.json',
];

/** One hash over everything the build reads. Tests are no part of it. */
export async function sourceHash(root: string): Promise<string> {
  const names: string[] = [];
  for await (const entry of glob(sources, { cwd: root, withFileTypes: true })) {
    if (entry.isFile() && !/\.test\.tsx?$/.test(entry.name)) names.push(join(entry.parentPath, entry.name));
  }
  const hash = createHash('sha256');
  for (const name of names.sort())
    hash
      .update(name.slice(root.length))
      .update('\0')
      .update(await readFile(name))
      .update('\0');
  return hash.digest('hex');
}

export function isFresh(dist: string, hash: string): boolean {
  const stamp = join(dist, '.stamp');
  return existsSync(stamp) && readFileSync(stamp, 'utf8').trim() === hash;
}
