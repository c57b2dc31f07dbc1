import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { currentBuild } from '#server/site/current-build.ts';
import { adoptBuild, isFresh } from './build-stamp.ts';

async function emptyDist() {
  const dist = await mkdtemp(join(tmpdir(), 'alvorada-dist-'));
  onTestFinished(() => rm(dist, { recursive: true }));
  return dist;
}

/** A build whose only page says who made it. */
async function make(dist: string, hash: string, page = hash): Promise<void> {
  const staging = join(dist, '.building-1');
  await mkdir(join(staging, 'pages'), { recursive: true });
  await writeFile(join(staging, 'pages/app.html'), page);
  await adoptBuild(dist, staging, hash);
}

const hashOf = (digit: number) => String(digit).repeat(64);
const pageOf = (folder: string) => readFileSync(join(folder, 'pages/app.html'), 'utf8');

test('a server that runs from a build still reads its files after the next build', async () => {
  const dist = await emptyDist();
  await make(dist, hashOf(1));
  const running = currentBuild(dist);
  await make(dist, hashOf(2));
  expect(pageOf(running)).toBe(hashOf(1));
  expect(pageOf(currentBuild(dist))).toBe(hashOf(2));
});

test('a build is fresh for its own sources only, and no build is fresh in an empty folder', async () => {
  const dist = await emptyDist();
  expect(isFresh(dist, hashOf(1))).toBe(false);
  await make(dist, hashOf(1));
  expect([isFresh(dist, hashOf(1)), isFresh(dist, hashOf(2))]).toEqual([true, false]);
});

test('a forced build of the same sources replaces the folder of the last one', async () => {
  const dist = await emptyDist();
  await make(dist, hashOf(1), 'first');
  await make(dist, hashOf(1), 'second');
  expect(pageOf(currentBuild(dist))).toBe('second');
});

test('the three newest older builds stay, older ones are removed, and other folders are not touched', async () => {
  const dist = await emptyDist();
  await mkdir(join(dist, 'notes'));
  for (const digit of [1, 2, 3, 4, 5]) {
    await make(dist, hashOf(digit));
    await utimes(currentBuild(dist), digit, digit);
  }
  await make(dist, hashOf(6));
  const folders = (await readdir(dist)).filter((name) => name !== '.stamp').sort();
  expect(folders).toEqual([3, 4, 5, 6].map((digit) => String(digit).repeat(16)).concat('notes'));
  expect(existsSync(join(dist, '.stamp.new'))).toBe(false);
});
