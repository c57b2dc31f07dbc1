import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { glob, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { currentBuild, folderOf, isBuildFolder, STAMP } from '#server/site/current-build.ts';

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

export const isFresh = (dist: string, hash: string): boolean => currentBuild(dist) === join(dist, folderOf(hash));

/** Old builds that stay on disk: running servers read files of the build that they started with. */
const OLD_BUILDS = 3;

/**
 * Moves a finished build to its own folder in `dist` and makes it current. The folders of older builds stay, so a server
 * that runs from one of them is not affected (decision 361).
 */
export async function adoptBuild(dist: string, staging: string, hash: string): Promise<void> {
  const folder = join(dist, folderOf(hash));
  // A forced build of the same sources replaces its folder; until then the last stamp counts as stale.
  await rm(join(dist, STAMP), { force: true });
  await rm(folder, { recursive: true, force: true });
  await rename(staging, folder);
  await writeFile(join(dist, `${STAMP}.new`), `${hash}\n`);
  await rename(join(dist, `${STAMP}.new`), join(dist, STAMP));
  await removeOldBuilds(dist, folder);
}

async function removeOldBuilds(dist: string, current: string): Promise<void> {
  const entries = await readdir(dist, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory() && isBuildFolder(entry.name));
  const others = folders.map(({ name }) => join(dist, name)).filter((folder) => folder !== current);
  const newestFirst = others.sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  for (const folder of newestFirst.slice(OLD_BUILDS)) await rm(folder, { recursive: true, force: true });
}
