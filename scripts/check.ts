import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** The compiler remembers what it knows of unchanged files: a second check costs a quarter. */
const types = (name: string, project: string): [string, string, ...string[]] => [
  `types: ${name}`,
  'tsc',
  '-p',
  project,
  '--incremental',
  '--tsBuildInfoFile',
  `.cache/types/${name}.tsbuildinfo`,
];

/** Everything that can be said about the code without running it. All steps run, also when one fails. */
const steps: [name: string, command: string, ...args: string[]][] = [
  ['table types', process.execPath, 'scripts/db-types.ts', '--check'],
  ['format and lint', 'biome', 'check', '--error-on-warnings', '--colors=off'],
  types('server', 'tsconfig.json'),
  types('contract', 'contract'),
  types('web', 'web'),
  types('e2e', 'e2e'),
  ['unused code', 'knip'],
  ['architecture', process.execPath, 'scripts/architecture.ts'],
  ['comment words', process.execPath, 'scripts/comment-words.ts'],
  ['performance', process.execPath, 'scripts/performance.ts', '--check'],
];
const AT_ONCE = 2;

const root = join(import.meta.dirname, '..');
const env = { ...process.env, PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}` };

function run(command: string, args: string[]): Promise<{ ok: boolean; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.once('error', (error) => resolve({ ok: false, output: error.message }));
    child.once('close', (code) => resolve({ ok: code === 0, output }));
  });
}

const waiting = [...steps];
const failed: string[] = [];

async function worker(): Promise<void> {
  for (let step = waiting.shift(); step; step = waiting.shift()) {
    const [name, command, ...args] = step;
    const begun = performance.now();
    const { ok, output } = await run(command, args);
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    console.log(`${ok ? 'ok    ' : 'FAILED'} ${name.padEnd(16)} ${seconds.padStart(5)} s`);
    if (ok) continue;
    failed.push(name);
    console.log(`${output.trimEnd()}\n`);
  }
}

await Promise.all(Array.from({ length: AT_ONCE }, worker));
if (failed.length > 0) {
  console.log(`Failed: ${failed.join(', ')}.`);
  process.exitCode = 1;
}
