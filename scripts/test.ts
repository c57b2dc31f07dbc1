import { spawn } from 'node:child_process';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from './build.ts';
import { findChromium } from './chromium.ts';
import { type Count, countPlaywright, countVitest, sum } from './test-count.ts';

/**
 * Every test of the product, suite after suite, also when one fails. The last line is `N passed, N failed`.
 * `npm test -- unit api` runs only those; `--failed=check` counts a step that failed before.
 */
const root = join(import.meta.dirname, '..');
const results = join(root, '.cache/tests');
const bin = join(root, 'node_modules/.bin');

type Suite = { args: string[]; count: (report: string | null, exitCode: number) => Count };

const vitest = (project: string): Suite => ({
  args: ['vitest', 'run', '--project', project, '--reporter=default', '--reporter=json'],
  count: countVitest,
});
const suites: Record<string, Suite> = {
  unit: vitest('unit'),
  components: vitest('components'),
  api: vitest('api'),
  faults: vitest('faults'),
  e2e: { args: ['playwright', 'test', '--reporter=list,json'], count: countPlaywright },
};

function run(name: string, { args: [command = '', ...args] }: Suite, env: NodeJS.ProcessEnv): Promise<number> {
  const report = join(results, `${name}.json`);
  const output = command === 'vitest' ? [`--outputFile.json=${report}`] : [];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(bin, command), ...args, ...output], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    });
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}

async function runSuite(name: string, suite: Suite, env: NodeJS.ProcessEnv): Promise<Count> {
  console.log(`\n── ${name}`);
  const begun = performance.now();
  const exitCode = await run(name, suite, env);
  const report = await readFile(join(results, `${name}.json`), 'utf8').catch(() => null);
  const count = suite.count(report, exitCode);
  const seconds = Math.round((performance.now() - begun) / 1000);
  console.log(`${name}: ${count.passed} passed, ${count.failed} failed in ${seconds} s`);
  return count;
}

async function prepare(wanted: string[]): Promise<NodeJS.ProcessEnv> {
  await rm(results, { recursive: true, force: true });
  await mkdir(results, { recursive: true });
  if (!wanted.includes('e2e')) return process.env;
  const chromium = await findChromium();
  await build();
  return { ...process.env, CHROMIUM_FOUND: chromium };
}

const given = process.argv.slice(2);
const named = given.filter((name) => name in suites);
const wanted = named.length > 0 ? named : Object.keys(suites);
const counts: Count[] = given.filter((name) => name.startsWith('--failed=')).map(() => ({ passed: 0, failed: 1 }));
try {
  const env = await prepare(wanted);
  for (const name of wanted) counts.push(await runSuite(name, suites[name] as Suite, env));
} catch (error) {
  console.error(error);
  counts.push({ passed: 0, failed: 1 });
}
const { passed, failed } = sum(counts);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
console.log(`\n${passed} passed, ${failed} failed`);
