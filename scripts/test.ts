import { execFile, spawn } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import type { RunningTestCluster } from '#server/testing/cluster.ts';
import { startMigratedCluster } from '#server/testing/template.ts';
import { cpuOfDatabase } from '../bench/cpu.ts';
import { postmasterOf } from '../bench/server.ts';
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
import { longestAfter, longestFile, readLongest } from './test-longest.ts';
import { childSeconds, type ProcessorSeconds, processorLines, timed } from './test-processor.ts';
import { type Judged, type Outcome, reportOf, runSuiteOnce } from './test-runs.ts';

/**
 * Runs every test of the product, also when one fails. The last line is `N passed, N failed`. `npm test -- unit api`
 * runs only those; `--failed=check` counts a step that failed before; `--record` writes the processor seconds of the
 * suites that ran, where all passed, into the file that later runs are compared with, and their long files into the one
 * that later runs are ordered by. One failure is a failure. Only
 * with `CI=true` a failed file runs once more, because a busy machine can fail it; a test that passes then is named as
 * UNSTABLE at the end (docs/decisions/007).
 */
const root = join(import.meta.dirname, '..');
const results = join(root, '.cache/tests');
const bin = join(root, 'node_modules/.bin');
const recordFile = join(import.meta.dirname, 'test-processor.json');

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

/** Where a suite's output goes: to the screen at once, or into memory until the suite is done. */
type Voice = { write(text: string | Buffer): void };
const aloud: Voice = { write: (text) => void process.stdout.write(text) };

function run(report: string, [command = '', ...args]: string[], env: NodeJS.ProcessEnv, voice: Voice): Promise<number> {
  const output = command === 'vitest' ? [`--outputFile.json=${report}`] : [];
  const [shell = '', ...rest] = timed(`${report}.times`, [process.execPath, join(bin, command), ...args, ...output]);
  return new Promise((resolve, reject) => {
    const child = spawn(shell, rest, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => voice.write(text));
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}

const onSharedCluster = ['api', 'e2e'];

/** Processor seconds of the suites' PostgreSQL until now. */
const databaseSeconds = async () => (postmaster === undefined ? 0 : cpuOfDatabase(postmaster));

const readIfThere = (path: string) => readFile(path, 'utf8').catch(() => null);

async function runFiles(name: string, files: string[], env: NodeJS.ProcessEnv, voice: Voice): Promise<Outcome> {
  const suite = suites[name] as Suite;
  const path = join(results, `${name}${files.length > 0 ? '-again' : ''}.json`);
  // A whole run of the API tests executes every raw statement (server/testing/global-setup.ts).
  const whole = files.length === 0 ? { ALL_STATEMENTS: 'true' } : {};
  const databaseBefore = await databaseSeconds();
  const exitCode = await run(path, [...suite.args, ...files], { ...env, ...whole }, voice);
  const report = await readIfThere(path);
  const seconds = childSeconds((await readIfThere(`${path}.times`)) ?? '');
  // The PostgreSQL of all suites is no child of one. The suites that use it follow each other.
  const ofDatabase = onSharedCluster.includes(name) ? (await databaseSeconds()) - databaseBefore : 0;
  if (seconds !== null) measured[name] = (measured[name] ?? 0) + seconds + ofDatabase;
  return { count: suite.count(report, exitCode), failures: report === null ? [] : suite.failures(report) };
}

async function runSuite(name: string, env: NodeJS.ProcessEnv, voice = aloud): Promise<Count> {
  const say = (line: string) => voice.write(`${line}\n`);
  say(`\n── ${name}`);
  const begun = performance.now();
  const { count, judged } = await runSuiteOnce({
    suite: name,
    mayRunAgain: process.env.CI === 'true',
    run: (files) => runFiles(name, files, env, voice),
    onAgain: (files) => say(`\n── ${name}, again: ${files.join(', ')}`),
  });
  told.push(...judged);
  const seconds = Math.round((performance.now() - begun) / 1000);
  say(`${name}: ${count.passed} passed, ${count.failed} failed in ${seconds} s`);
  return count;
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

/**
 * What mostly waits, for kills and outages and their ends, runs beside what mostly computes. Nothing waits for its end:
 * the other suites follow each other.
 */
const waiting = ['faults'];

async function runAll(wanted: string[], env: NodeJS.ProcessEnv): Promise<Count[]> {
  const of = (isWaiting: boolean) => wanted.filter((name) => waiting.includes(name) === isWaiting);
  const together = await Promise.all([
    runInTurn(of(false), env),
    ...of(true).map(async (name) => [await runBeside(name, env)]),
  ]);
  return together.flat();
}

const writeRecord = (file: string, record: object) => writeFile(file, `${JSON.stringify(record, null, 2)}\n`);

async function recordLongest(): Promise<void> {
  // API files keep their order: what checks raw statements depends on it (docs/decisions/262).
  const names = Object.keys(measured).filter((name) => !['e2e', 'api'].includes(name));
  const reports = await Promise.all(names.map((name) => readFile(join(results, `${name}.json`), 'utf8')));
  await writeRecord(longestFile, longestAfter(readLongest(), reports));
}

/** Informational: nothing fails by it. */
async function compareProcessorSeconds(): Promise<void> {
  const recorded = JSON.parse(await readFile(recordFile, 'utf8')) as ProcessorSeconds;
  const lines = processorLines(measured, recorded);
  if (lines.length > 0) console.log(['\nProcessor seconds', ...lines].join('\n'));
  if (!given.includes('--record') || failed > 0) return;
  const rounded = Object.entries(measured).map(([name, seconds]) => [name, Math.round(seconds)]);
  await writeRecord(recordFile, { ...recorded, ...Object.fromEntries(rounded) });
  await recordLongest();
}

/** Servers that tests kill never write what they have compiled: on a new clone each of them would compile it again. */
async function warmCompileCache(): Promise<void> {
  const env = { ...process.env, NODE_COMPILE_CACHE: join(root, '.cache/node') };
  await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'warm-compile-cache.ts')], { cwd: root, env });
}

/** One PostgreSQL for the suites that clone databases: making and migrating it takes seconds. */
async function startCluster(): Promise<NodeJS.ProcessEnv> {
  const url = process.env.TEST_DATABASE_URL;
  running = await startMigratedCluster(url);
  // A server that was there before may work for others, or on another machine.
  if (!url) postmaster = await postmasterOf(running.cluster.admin);
  return { TEST_CLUSTER: JSON.stringify(running.cluster) };
}

async function prepare(wanted: string[]): Promise<NodeJS.ProcessEnv> {
  await rm(results, { recursive: true, force: true });
  await mkdir(results, { recursive: true });
  const is = (...names: string[]) => wanted.some((name) => names.includes(name));
  const chromium = is('e2e') ? { CHROMIUM_FOUND: await findChromium() } : {};
  const [cluster] = await Promise.all([
    is(...onSharedCluster) ? startCluster() : {},
    is('api', 'faults', 'e2e') ? warmCompileCache() : undefined,
    is('e2e') ? build() : undefined,
  ]);
  return { ...process.env, ...chromium, ...cluster };
}

let running: RunningTestCluster | undefined;
let postmaster: number | undefined;
const told: Judged[] = [];
const measured: ProcessorSeconds = {};
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
} finally {
  await running?.stop();
}
const { passed, failed } = sum(counts);
await compareProcessorSeconds();
process.stdout.write(reportOf(told, (file) => relative(root, file)));
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
console.log(`\n${passed} passed, ${failed} failed`);
