import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const INSTALL_MS = 900_000;

/** npm passes its settings to the programs that it runs. The npm of the other release must not take them over. */
const ownEnvironment = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')));

function run(folder: string, command: string, args: string[]): void {
  const { status, error, stdout, stderr } = spawnSync(command, args, {
    cwd: folder,
    env: ownEnvironment(),
    encoding: 'utf8',
    timeout: INSTALL_MS,
  });
  if (status === 0) return;
  const reason = error?.message ?? `${stdout}${stderr}`.trim().slice(-2000);
  throw new Error(`${command} ${args.join(' ')} in ${folder}: ${reason}`);
}

/** Released versions and their commits. A clone may lack the tags, and has the commits. */
const releases: Readonly<Record<string, string>> = { 'v0.9.0': '43b658ffc4aee5f8458848ce07243e6e9e267126' };

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, maxBuffer: 2 ** 30, timeout: INSTALL_MS, stdio: ['ignore', 'pipe', 'pipe'] });

/** The commit of a tag, of a version that is recorded here, or of anything else that git can resolve. */
export function commitOf(
  version: string,
  resolve: (name: string) => { toString(): string } = (name) => git('rev-parse', `${name}^{commit}`),
): string {
  for (const name of [version, releases[version]]) {
    if (name === undefined) continue;
    try {
      return resolve(name).toString().trim();
    } catch {
      // Not in this clone.
    }
  }
  throw new Error(
    `${version} is neither a tag of this clone nor a recorded release. A clone with its whole history has both.`,
  );
}

/**
 * The program of a tag: its files, its own packages (`npm ci`) and its own build. A folder that is complete is used
 * again by the next run.
 */
export async function installRelease(tag: string, report: (line: string) => void): Promise<string> {
  const commit = commitOf(tag);
  const folder = join(root, '.cache/releases', commit);
  const done = join(folder, '.installed');
  if (existsSync(done)) return folder;
  report(`installing ${tag} (${commit.slice(0, 8)})`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  execFileSync('tar', ['x', '-C', folder], { input: git('archive', commit), timeout: INSTALL_MS });
  run(folder, 'npm', ['ci', '--include=dev', '--no-audit', '--no-fund']);
  run(folder, 'npm', ['run', 'build']);
  await writeFile(done, '');
  return folder;
}

/** Runs a script of a release to its end and returns what it printed. */
export function runScript(folder: string, script: string, args: string[], env: Record<string, string>): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, script), ...args], {
    cwd: folder,
    env: { ...ownEnvironment(), NODE_ENV: 'test', ...env },
    encoding: 'utf8',
    timeout: INSTALL_MS,
  });
  const said = `${stdout}${stderr}`.trim();
  if (status !== 0) throw new Error(`${script} of ${folder} ended with ${status}: ${said.slice(-2000)}`);
  return said;
}
