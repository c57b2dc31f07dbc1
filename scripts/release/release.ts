import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { currentBuild, STAMP } from '#server/site/current-build.ts';
import { build } from '../build.ts';
import { type ArchiveFile, archiveOf } from './archive.ts';
import { releaseFiles } from './files.ts';
import { type Lock, type Manifest, productionLock, productionManifest } from './manifest.ts';
import { notesOf } from './notes.ts';
import { reproducibleSbom } from './sbom.ts';

const root = join(import.meta.dirname, '../..');

const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trimEnd();
const read = (name: string) => readFileSync(join(root, name));
const json = (value: unknown) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);

/** The current build of the browser part, with its stamp. */
async function builtFiles(): Promise<string[]> {
  const dist = join(root, 'dist');
  const names: string[] = [];
  for await (const entry of glob('**', { cwd: currentBuild(dist), withFileTypes: true })) {
    if (entry.isFile()) names.push(join(entry.parentPath, entry.name).slice(root.length + 1));
  }
  return [...names, `dist/${STAMP}`].sort();
}

/** The content of the archive, from the working tree and its build. */
export async function filesOfRelease(): Promise<ArchiveFile[]> {
  const manifest = JSON.parse(`${read('package.json')}`) as Manifest;
  const lock = JSON.parse(`${read('package-lock.json')}`) as Lock;
  const tracked = git('ls-files').split('\n');
  const names = [...releaseFiles(root, tracked), ...(await builtFiles())];
  const copied = names.map((name) => ({
    name,
    content: read(name),
    isExecutable: (statSync(join(root, name)).mode & 0o100) !== 0,
  }));
  const made = [
    { name: 'package.json', content: json(productionManifest(manifest)) },
    { name: 'package-lock.json', content: json(productionLock(lock)) },
  ];
  return [...copied, ...made.map((file) => ({ ...file, isExecutable: false }))];
}

/** A release is made from a commit: neither a changed file nor a new one may get into it, or be missing from it. */
export function refuseChanges(folder: string): void {
  const changes = execFileSync('git', ['status', '--porcelain'], { cwd: folder, encoding: 'utf8' });
  if (changes !== '') {
    throw new Error('The working tree has changes that are not committed: a release is made from a commit.');
  }
}

/** Writes archive, SBOM, notes and checksums of the current commit into `release/`; returns their names. */
async function release(): Promise<string[]> {
  refuseChanges(root);
  const manifest = JSON.parse(`${read('package.json')}`) as Manifest;
  const notes = notesOf(`${read('CHANGELOG.md')}`, manifest.version);
  const time = new Date(git('show', '-s', '--format=%cI', 'HEAD'));
  await build({ log: () => undefined });
  const name = `alvorada-${manifest.version}`;
  const sbom = execFileSync('npm', ['sbom', '--sbom-format=cyclonedx', '--omit=dev', '--package-lock-only'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const files: Record<string, Buffer> = {
    [`${name}.tar.gz`]: await archiveOf(name, await filesOfRelease(), time),
    [`${name}.cdx.json`]: Buffer.from(reproducibleSbom(sbom, manifest.name, time)),
    [`${name}.md`]: Buffer.from(notes),
  };
  const sums = Object.entries(files).map(
    ([file, content]) => `${createHash('sha256').update(content).digest('hex')}  ${file}\n`,
  );
  files.SHA256SUMS = Buffer.from(sums.join(''));
  const folder = join(root, 'release');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  for (const [file, content] of Object.entries(files)) writeFileSync(join(folder, file), content);
  return Object.entries(files).map(([file, { length }]) => `release/${file}  ${(length / 1024 / 1024).toFixed(1)} MB`);
}

if (import.meta.main) {
  try {
    for (const line of await release()) console.log(line);
    console.log('The container image is built by deploy/image.sh where its base image can be downloaded.');
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
