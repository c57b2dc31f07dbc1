import { execFileSync, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { relatedApiTests } from './test-related.ts';

/**
 * Runs the unit, component and API tests of what changed since the branch left main, with what is not committed yet.
 * `npm run test:quick -- HEAD~3` compares with another commit. For the daily work: CI runs everything.
 */
const root = join(import.meta.dirname, '..');
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
const lines = (text: string) => text.split('\n').filter(Boolean);

function isCommit(name: string): boolean {
  try {
    git('rev-parse', '--verify', '--quiet', `${name}^{commit}`);
    return true;
  } catch {
    return false;
  }
}

function baseOf(wanted: string | undefined): string {
  if (wanted !== undefined) return git('rev-parse', '--verify', `${wanted}^{commit}`);
  const main = ['main', 'origin/main'].find(isCommit);
  return main === undefined ? 'HEAD' : git('merge-base', main, 'HEAD');
}

function vitest(...args: string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const command = [join(root, 'node_modules/.bin/vitest'), 'run', '--passWithNoTests', ...args];
    const child = spawn(process.execPath, command, { cwd: root, stdio: 'inherit' });
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}

async function sourcesOf(folder: string): Promise<Map<string, string>> {
  const paths = lines(git('ls-files', '--cached', '--others', '--exclude-standard', folder));
  const read = async (path: string) => [path, await readFile(join(root, path), 'utf8').catch(() => null)] as const;
  const found = await Promise.all(paths.filter((path) => path.endsWith('.ts')).map(read));
  // A file that was deleted and not committed yet has no text.
  return new Map(found.flatMap(([path, text]) => (text === null ? [] : [[path, text]])));
}

const base = baseOf(process.argv[2]);
const changed = [
  ...lines(git('diff', '--name-only', base)),
  ...lines(git('ls-files', '--others', '--exclude-standard')),
];
if (changed.length === 0) {
  console.log(`Nothing changed since ${base}.`);
} else {
  const apiTests = relatedApiTests(changed, await sourcesOf('server'));
  console.log(`${changed.length} files changed since ${base}; ${apiTests.length} files of API tests are theirs.`);
  const codes = [await vitest('--project', 'unit', '--project', 'components', '--changed', base)];
  if (apiTests.length > 0) codes.push(await vitest('--project', 'api', ...apiTests));
  process.exitCode = Math.max(...codes);
}
