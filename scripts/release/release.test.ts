import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { archiveOf } from './archive.ts';
import { releaseFiles } from './files.ts';
import { type Lock, type Manifest, productionLock, productionManifest } from './manifest.ts';
import { notesOf } from './notes.ts';
import { refuseChanges } from './release.ts';
import { reproducibleSbom } from './sbom.ts';

const root = join(import.meta.dirname, '../..');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock;
const time = new Date('2026-11-18T12:00:00Z');
const file = (name: string, text: string) => ({ name, content: Buffer.from(text), isExecutable: false });

describe('the package.json of a release', () => {
  const made = productionManifest(manifest);

  test('starts without a build and has no command that needs a development package', () => {
    expect(made.scripts.start).toMatch(/exec node server\/main\.ts$/);
    expect(made.scripts.start).not.toContain('build');
    // The cache is warmed where the start reads it.
    const [cache] = /NODE_COMPILE_CACHE=\S+/.exec(made.scripts.start ?? '') ?? [];
    expect(made.scripts.postinstall).toContain(`${cache} node scripts/warm-compile-cache.ts`);
    expect(made.scripts).toMatchObject({ 'export:school': expect.anything(), 'import:school': expect.anything() });
    expect(Object.keys(made.scripts)).not.toEqual(expect.arrayContaining(['test']));
  });

  test('names no development package, and every other one', () => {
    expect(made).not.toHaveProperty('devDependencies');
    expect(made.dependencies).toEqual(manifest.dependencies);
    expect(made.optionalDependencies).toEqual(manifest.optionalDependencies);
  });

  test('names only scripts that are in the archive', () => {
    const files = releaseFiles(root, execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n'));
    const named = Object.values(made.scripts).flatMap((text) => text.match(/\b(scripts|bin|server)\/[\w/.-]+/g) ?? []);
    expect(named.filter((name) => !files.includes(name))).toEqual([]);
  });
});

test('the lock file of a release has no package that only development needs', () => {
  const { packages } = productionLock(lock);
  const names = Object.keys(packages);
  for (const name of ['vite', '@playwright/test', '@stryker-mutator/core', 'typescript']) {
    expect(names).not.toContain(`node_modules/${name}`);
  }
  for (const name of Object.keys(manifest.dependencies)) expect(names).toContain(`node_modules/${name}`);
  expect(packages['']).not.toHaveProperty('devDependencies');
  const everywhere = Object.values(packages).filter(({ optional }) => !optional);
  expect(everywhere.length).toBeLessThanOrEqual(230);
});

test('an archive has the same bytes however its files are listed, and others when a file changes', async () => {
  const files = [file('b', '2'), file('a', '1')];
  const once = await archiveOf('alvorada-1', files, time);
  expect(await archiveOf('alvorada-1', files.toReversed(), time)).toEqual(once);
  expect(await archiveOf('alvorada-1', [file('a', '1'), file('b', '3')], time)).not.toEqual(once);
});

test('an archive unpacks with its folder, its rights and its date', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'alvorada-release-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const packed = await archiveOf('alvorada-1', [{ ...file('bin/alvorada', '#!'), isExecutable: true }], time);
  writeFileSync(join(folder, 'a.tar.gz'), packed);
  execFileSync('tar', ['-xzf', 'a.tar.gz'], { cwd: folder });
  const listed = execFileSync('tar', ['-tvzf', 'a.tar.gz', '--utc'], { cwd: folder, encoding: 'utf8' });
  expect(listed).toMatch(/^-rwxr-xr-x .* 2026-11-18 12:00 alvorada-1\/bin\/alvorada/);
  expect(existsSync(join(folder, 'alvorada-1/bin/alvorada'))).toBe(true);
});

test('the files of a release hold the server and the operators’ commands, and no test', () => {
  const files = releaseFiles(root, execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n'));
  expect(files).toEqual(
    expect.arrayContaining(['server/main.ts', 'scripts/backup.ts', 'scripts/database.ts', 'LICENSE']),
  );
  expect(files.filter((name) => /\.test\.|\/testing\/|^(e2e|bench|drills|simulation|web)\//.test(name))).toEqual([]);
  expect(files).not.toContain('scripts/build.ts');
});

test('a release from a tree with a changed, a new or a deleted file is refused', () => {
  const folder = mkdtempSync(join(tmpdir(), 'alvorada-tree-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@exemplo.com.br', ...args], { cwd: folder });
  const path = join(folder, 'a.txt');
  git('init', '-q');
  writeFileSync(path, '1');
  expect(() => refuseChanges(folder)).toThrow('a release is made from a commit');
  git('add', '.');
  expect(() => refuseChanges(folder)).toThrow('a release is made from a commit');
  git('commit', '-qm', 'first');
  expect(() => refuseChanges(folder)).not.toThrow();
  writeFileSync(path, '2');
  expect(() => refuseChanges(folder)).toThrow('a release is made from a commit');
  rmSync(path);
  expect(() => refuseChanges(folder)).toThrow('a release is made from a commit');
});

test('notes are the section of the version, and a version without notes is refused', () => {
  const changelog = '# Changelog\n\n## 1.1.0 (2026-12-01)\n\n- New.\n\n## 1.0.0\n\n- First.\n\n## 0.9.0\n';
  expect(notesOf(changelog, '1.1.0')).toBe('# Alvorada 1.1.0\n\n- New.\n');
  expect(notesOf(changelog, '1.0.0')).toBe('# Alvorada 1.0.0\n\n- First.\n');
  expect(() => notesOf(changelog, '0.9.0')).toThrow('no notes for version 0.9.0');
  expect(() => notesOf(changelog, '1.1')).toThrow('no notes for version 1.1.');
});

test('the SBOM of one commit has the same bytes whenever and wherever it is made', () => {
  const made = (serialNumber: string, timestamp: string, name: string, version = '1') =>
    reproducibleSbom(
      JSON.stringify({
        serialNumber,
        metadata: { timestamp, component: { name, type: 'library' } },
        components: [{ version }],
      }),
      'alvorada',
      time,
    );
  const once = made('urn:uuid:1', '2026-01-01', 'here');
  expect(made('urn:uuid:2', '2026-01-02', 'there')).toBe(once);
  expect(JSON.parse(once).metadata).toEqual({
    timestamp: time.toISOString(),
    component: { name: 'alvorada', type: 'application' },
  });
  const serial = /urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}/;
  expect(JSON.parse(once).serialNumber).toMatch(serial);
  expect(JSON.parse(made('', '', '', '2')).serialNumber).not.toBe(JSON.parse(once).serialNumber);
});
