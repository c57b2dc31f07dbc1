import { spawn } from 'node:child_process';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { build } from './build.ts';
import { findChromium } from './chromium.ts';
import {
  type Count,
  countPlaywright,
  countVitest,
  type Failure,
  failuresOfPlaywright,
  failuresOfVitest,
  sum,
} from './test-count.ts';

/**
 * Every test of the product, also when one fails. The last line is `N passed, N failed`.
 * `npm test -- unit api` runs only those; `--failed=check` counts a step that failed before.
 *
 * A few files with a failure run once more, by themselves: a fault of the product fails again, a fault of the test or
 * of a busy machine mostly does not. The second run decides, and the end of the log names both kinds, so that a test
 * that needs a second run is seen and mended (docs/decisions/007).
 */
const root = join(import.meta.dirname, '..');
const results = join(root, '.cache/tests');
const bin = join(root, 'node_modules/.bin');

const FILES_TO_RUN_AGAIN = 3;

type Suite = {
  args: string[];
  count: (report: string | null, exitCode: number) => Count;
  failures: (report: string) => Failure[];
};

const vitest = (project: string): Suite => ({
  args: ['vitest', 'run', '--project', project, '--reporter=default', '--reporter=json'],
  count: countVitest,
  failures: failuresOfVitest,
});
const suites: Record<string, Suite> = {
  unit: vitest('unit'),
  components: vitest('components'),
  api: vitest('api'),
  faults: vitest('faults'),
  e2e: {
    args: ['playwright', 'test', '--reporter=list,json'],
    count: countPlaywright,
    failures: failuresOfPlaywright,
  },
};

type Outcome = { count: Count; failures: Failure[] };
type Run = (report: string, command: string[]) => Promise<number>;

/** Where a suite's words go: to the screen as they come, or held until it is done. */
type Voice = { write(text: string | Buffer): void };
const aloud: Voice = { write: (text) => void process.stdout.write(text) };

function run(report: string, [command = '', ...args]: string[], env: NodeJS.ProcessEnv, voice: Voice): Promise<number> {
  const output = command === 'vitest' ? [`--outputFile.json=${report}`] : [];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(bin, command), ...args, ...output], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => voice.write(text));
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}

async function outcomeOf(name: string, suite: Suite, files: string[], run: Run): Promise<Outcome> {
  const path = join(results, `${name}.json`);
  const exitCode = await run(path, [...suite.args, ...files]);
  const report = await readFile(path, 'utf8').catch(() => null);
  return { count: suite.count(report, exitCode), failures: report === null ? [] : suite.failures(report) };
}

async function runSuite(name: string, env: NodeJS.ProcessEnv, voice = aloud): Promise<Count> {
  const suite = suites[name] as Suite;
  const say = (line: string) => voice.write(`${line}\n`);
  say(`\n── ${name}`);
  const begun = performance.now();
  const count = await inTwoRuns(name, suite, (report, command) => run(report, command, env, voice), say);
  const seconds = Math.round((performance.now() - begun) / 1000);
  say(`${name}: ${count.passed} passed, ${count.failed} failed in ${seconds} s`);
  return count;
}

/** The second only where every failure has a name and they are few: many failures are not chance. */
async function inTwoRuns(name: string, suite: Suite, run: Run, say: (line: string) => void): Promise<Count> {
  const { count, failures } = await outcomeOf(name, suite, [], run);
  const files = [...new Set(failures.map(({ file }) => file))];
  if (count.failed === 0) return count;
  if (failures.length !== count.failed || files.length > FILES_TO_RUN_AGAIN) {
    told.push(...failures.map((failure) => ({ ...failure, heading: `FAILED (${name})` })));
    return count;
  }
  say(`\n── ${name}, again: ${files.join(', ')}`);
  const second = await outcomeOf(`${name}-again`, suite, files, run);
  const still = second.count.failed > 0;
  const heading = still ? `FAILED twice (${name})` : `UNSTABLE, passed in the second run (${name})`;
  told.push(...[...failures, ...(still ? second.failures : [])].map((failure) => ({ ...failure, heading })));
  return still
    ? { passed: count.passed, failed: Math.max(1, second.count.failed) }
    : { passed: count.passed + count.failed, failed: 0 };
}

async function runInTurn(names: string[], env: NodeJS.ProcessEnv): Promise<Count[]> {
  const counts: Count[] = [];
  for (const name of names) counts.push(await runSuite(name, env));
  return counts;
}

/** Its words come in one piece, when it is done. */
async function runBeside(name: string, env: NodeJS.ProcessEnv): Promise<Count> {
  const held: (string | Buffer)[] = [];
  const count = await runSuite(name, env, { write: (text) => void held.push(text) });
  for (const text of held) aloud.write(text);
  return count;
}

/** What mostly waits, for kills and outages and their ends, runs beside what mostly computes. */
const waiting = ['faults'];
const beside = ['unit', 'components'];

async function runAll(wanted: string[], env: NodeJS.ProcessEnv): Promise<Count[]> {
  const of = (names: string[]) => wanted.filter((name) => names.includes(name));
  const together = await Promise.all([
    runInTurn(of(beside), env),
    ...of(waiting).map(async (name) => [await runBeside(name, env)]),
  ]);
  const others = wanted.filter((name) => !beside.includes(name) && !waiting.includes(name));
  return [...together.flat(), ...(await runInTurn(others, env))];
}

const MESSAGE_LINES = 12;

function tellFailures(): void {
  for (const { heading, file, name, message } of told) {
    console.log(`\n${heading}: ${relative(root, file)} › ${name}`);
    console.log(stripVTControlCharacters(message).split('\n').slice(0, MESSAGE_LINES).join('\n'));
  }
}

async function prepare(wanted: string[]): Promise<NodeJS.ProcessEnv> {
  await rm(results, { recursive: true, force: true });
  await mkdir(results, { recursive: true });
  if (!wanted.includes('e2e')) return process.env;
  const chromium = await findChromium();
  await build();
  return { ...process.env, CHROMIUM_FOUND: chromium };
}

const told: (Failure & { heading: string })[] = [];
const given = process.argv.slice(2);
const named = given.filter((name) => name in suites);
const wanted = named.length > 0 ? named : Object.keys(suites);
const counts: Count[] = given.filter((name) => name.startsWith('--failed=')).map(() => ({ passed: 0, failed: 1 }));
try {
  const env = await prepare(wanted);
  counts.push(...(await runAll(wanted, env)));
} catch (error) {
  console.error(error);
  counts.push({ passed: 0, failed: 1 });
}
const { passed, failed } = sum(counts);
tellFailures();
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
console.log(`\n${passed} passed, ${failed} failed`);
