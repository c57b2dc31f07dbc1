import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** In `dist`: the hash of the sources that the current build was made from. */
export const STAMP = '.stamp';

const HASH_CHARACTERS = 16;

export const folderOf = (hash: string): string => hash.slice(0, HASH_CHARACTERS);
export const isBuildFolder = (name: string): boolean => new RegExp(`^[0-9a-f]{${HASH_CHARACTERS}}$`).test(name);

/** The folder of the current build. Without a build: `dist` itself, which has no files then. */
export function currentBuild(dist: string): string {
  const stamp = join(dist, STAMP);
  return existsSync(stamp) ? join(dist, folderOf(readFileSync(stamp, 'utf8').trim())) : dist;
}
